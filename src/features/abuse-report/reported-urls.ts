/** Reports often have URLs that mail programs do not turn into links: `hxxps[://]example[.]com`. */
const toPlainUrl = (text: string): string => text.replace(/^hxxp/i, 'http').replace(/\[(\.|:|:\/\/)\]/g, '$1');

/** The parsed web address in this line; null if there is none. A line without a scheme is one with `https:`. */
export const parseReportedUrl = (line: string): URL | null => {
  const text = toPlainUrl(line.trim());
  const url = /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `https://${text}`;
  if (/\s/.test(text) || !URL.canParse(url)) return null;
  const parsed = new URL(url);
  return /^https?:$/.test(parsed.protocol) && /[.:]/.test(parsed.hostname) ? parsed : null;
};

/** The number of the first line, from 1, that is neither empty nor a web address; null if there is none. */
export const findInvalidLine = (urls: string): number | null => {
  const index = urls.split('\n').findIndex((line) => line.trim() !== '' && parseReportedUrl(line) === null);
  return index === -1 ? null : index + 1;
};
