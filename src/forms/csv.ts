import type { EmailAttachment } from '../mail/message-kind.ts';

/** Quotes a cell. A text that a spreadsheet would evaluate as a formula gets an apostrophe in front. */
const toCell = (text: string): string => `"${(/^[=+\-@\t\r]/.test(text) ? `'${text}` : text).replace(/"/g, '""')}"`;

/** A CSV file with a byte order mark, so that spreadsheets read it as UTF-8. */
export const toCsv = (filename: string, rows: readonly (readonly (string | number)[])[]): EmailAttachment => ({
  filename,
  contentType: 'text/csv; charset=utf-8',
  content: `\uFEFF${rows.map((row) => row.map((cell) => toCell(String(cell))).join(',')).join('\r\n')}\r\n`,
});
