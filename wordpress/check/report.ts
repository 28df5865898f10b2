import type { ItemReport } from './check-content.ts';

const plural = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;

export const countErrors = (reports: readonly ItemReport[]): number =>
  reports.flatMap(({ findings }) => findings).filter(({ severity }) => severity === 'error').length;

/**
 * The findings as text for a terminal, grouped by item, with a summary in the last line.
 *
 * @param cms the URL of the CMS, for links to the editor; null for the snapshot in `private/content`, which has no editor.
 */
export const toReport = (reports: readonly ItemReport[], cms: string | null): string => {
  const groups = reports
    .filter(({ findings }) => findings.length > 0)
    .map(({ name, id, findings }) => {
      const editorLink = cms !== null && id !== null ? `\n  ${cms}/wp-admin/post.php?post=${id}&action=edit` : '';
      const lines = findings.map(({ severity, where, message }) => {
        const place = where.length > 0 ? `${where.join(' › ')}: ` : '';
        return `  ${severity.padEnd(7)}  ${place}${message}`;
      });
      return `${name}${editorLink}\n${lines.join('\n')}\n\n`;
    });
  const errors = countErrors(reports);
  const warnings = reports.flatMap(({ findings }) => findings).length - errors;
  return `${groups.join('')}${plural(reports.length, 'item')} checked: ${plural(errors, 'error')}, ${plural(warnings, 'warning')}.`;
};
