import 'server-only';
import { getDomain } from 'tldts';

/** Reads the TXT records of a name, each as one text. Rejects like Node's `resolveTxt`, with a code such as `ENOTFOUND`. */
export type ReadTxt = (name: string) => Promise<readonly string[]>;

/** The result of checking one kind of record. */
export type Finding = { readonly subject: 'SPF' | 'DKIM' | 'DMARC'; readonly isOk: boolean; readonly sentence: string };

/** The selectors that common relays use, for a check without a given one. */
const COMMON_SELECTORS = ['default', 'dkim', 'google', 'k1', 'mail', 's1', 's2', 'selector1', 'selector2'];
const DMARC_POLICIES = new Set(['none', 'quarantine', 'reject']);
const MISSING = new Set(['ENOTFOUND', 'ENODATA']);

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : String(error);

/** @throws {Error} if the DNS gives no answer. */
const readOrNone = async (readTxt: ReadTxt, name: string): Promise<readonly string[]> => {
  try {
    return await readTxt(name);
  } catch (error) {
    if (MISSING.has(codeOf(error))) return [];
    throw new Error(`The DNS gives no answer about ${name} (${codeOf(error)}).`);
  }
};

/** The value of a tag such as `p` in `v=DMARC1; p=none`, in lower case; null if there is none. */
const tagOf = (record: string, name: string): string | null =>
  record
    .split(';')
    .map((tag) => tag.trim().split(/\s*=\s*/, 2))
    .find(([key]) => key?.toLowerCase() === name)?.[1]
    ?.toLowerCase() ?? null;

/** Which servers may send mail of the domain (RFC 7208). */
const checkSpf = async (domain: string, readTxt: ReadTxt): Promise<Finding> => {
  const found = (sentence: string, isOk = false): Finding => ({ subject: 'SPF', isOk, sentence });
  const records = (await readOrNone(readTxt, domain)).filter((text) => /^v=spf1(?: |$)/i.test(text));
  const [record] = records;
  if (record === undefined) {
    return found(`${domain} has no record: add the TXT record that your relay names, such as "v=spf1 include:… -all".`);
  }
  if (records.length > 1) {
    return found(`${domain} has ${records.length} records, and receivers then ignore all of them: make them one.`);
  }
  const end = /(?:^| )(?:([-~?+]?)all|(redirect)=\S+)(?: |$)/i.exec(record);
  if (!end) return found(`"${record}" says nothing about other servers: end it with -all or ~all.`);
  const [, qualifier = '', redirect] = end;
  if (redirect === undefined && (qualifier === '' || qualifier === '+')) {
    return found(`"${record}" allows every server in the world: end it with -all or ~all.`);
  }
  return found(`"${record}". Compare it with what your relay names.`, true);
};

/** The keys with which receivers verify signatures (RFC 6376). Only the sender knows their names, the selectors. */
const checkDkim = async (domain: string, selectors: readonly string[], readTxt: ReadTxt): Promise<Finding> => {
  const isGuessed = selectors.length === 0;
  const tried = isGuessed ? COMMON_SELECTORS : selectors;
  const found = (sentence: string, isOk = false): Finding => ({ subject: 'DKIM', isOk, sentence });
  const keys = await Promise.all(
    tried.map(async (selector) => {
      const reading = readOrNone(readTxt, `${selector}._domainkey.${domain}`);
      // A server that does not answer for a guessed name says nothing about the keys of the domain.
      const texts = await (isGuessed ? reading.catch(() => []) : reading);
      return { selector, key: texts.map((text) => tagOf(text, 'p')).find((key) => key !== null) ?? null };
    }),
  );
  const present = keys.filter(({ key }) => key).map(({ selector }) => selector);
  const revoked = keys.find(({ key }) => key === '');
  if (revoked && !(isGuessed && present.length > 0)) {
    return found(`the key of the selector ${revoked.selector} is revoked: sign with another one.`);
  }
  if (present.length > 0) return found(`there is a key for ${present.join(', ')}.`, true);
  return found(
    `there is no key for ${tried.join(', ')}. The selector is the value of s= in the header DKIM-Signature of a delivered mail: ` +
      'pass it with "npm run mail:check -- SELECTOR". If there is no such header, switch signing on at your relay.',
  );
};

/** What receivers do with mail for which neither SPF nor DKIM passes (RFC 7489). */
const checkDmarc = async (domain: string, readTxt: ReadTxt): Promise<Finding> => {
  const found = (sentence: string, isOk = false): Finding => ({ subject: 'DMARC', isOk, sentence });
  const names = [...new Set([domain, getDomain(domain) ?? domain])].map((name) => `_dmarc.${name}`);
  for (const name of names) {
    const records = (await readOrNone(readTxt, name)).filter((text) => /^v=DMARC1\s*(?:;|$)/i.test(text));
    const [record] = records;
    if (record === undefined) continue;
    if (records.length > 1) return found(`${name} has ${records.length} records: receivers ignore all of them.`);
    const policy = tagOf(record, 'p');
    if (policy === null) return found(`"${record}" has no policy: add p=none, p=quarantine or p=reject.`);
    if (!DMARC_POLICIES.has(policy)) {
      return found(`"${record}" has an unknown policy: use p=none, p=quarantine or p=reject.`);
    }
    if (policy === 'none') {
      return found(
        `"${record}" only asks for reports. When they show no mail of yours that fails, use p=quarantine.`,
        true,
      );
    }
    return found(`"${record}".`, true);
  }
  return found(`there is no record: add the TXT record ${names[0]} with "v=DMARC1; p=none; rua=mailto:ADDRESS".`);
};

/**
 * Checks the DNS records by which receivers recognise mail of a domain.
 *
 * @param selectors of DKIM keys; empty: common ones are tried.
 * @throws {Error} if the DNS gives no answer.
 */
export const checkSenderRecords = (
  domain: string,
  selectors: readonly string[],
  readTxt: ReadTxt,
): Promise<readonly Finding[]> =>
  Promise.all([checkSpf(domain, readTxt), checkDkim(domain, selectors, readTxt), checkDmarc(domain, readTxt)]);
