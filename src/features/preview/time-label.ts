import type { PreviewState } from '../../content/draft-source.ts';

const MOMENT = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' });

/**
 * `last saved on 1 March 2026 at 14:02`; of changes that are not published `as of …, not published`, because WordPress stores them without
 * saving. Empty if the time is malformed.
 *
 * @param state `savedAt` is local time of WordPress, as its editors see it, without a zone: `2026-11-22T14:02:00`.
 */
export const toTimeLabel = ({ kind, savedAt }: PreviewState): string => {
  const time = Date.parse(`${savedAt}Z`);
  if (Number.isNaN(time)) return '';
  const moment = MOMENT.format(time);
  return kind === 'unsaved' ? `as of ${moment}, not published` : `last saved on ${moment}`;
};
