/*
 * `npm run mail:check [-- SELECTOR …]`: reads SPF, DKIM and DMARC of the domain in `MAIL_FROM`, and says in a sentence each what is
 * missing. Exits with 1 if something is. Mail without them is rejected, or filed as spam.
 */
import 'server-only';
import { resolveTxt } from 'node:dns/promises';
import { domainToASCII } from 'node:url';
import { env } from './env.ts';
import { checkSenderRecords } from './sender-records.ts';

const domain = domainToASCII(/@([^@>\s]+)>?$/.exec(env.MAIL_FROM)?.[1] ?? '');
const readTxt = async (name: string) => (await resolveTxt(name)).map((parts) => parts.join(''));

try {
  console.log(`Mail from ${env.MAIL_FROM} (MAIL_FROM):`);
  const findings = await checkSenderRecords(domain, process.argv.slice(2), readTxt);
  for (const { subject, isOk, sentence } of findings) console.log(`${isOk ? '✓' : '✗'} ${subject}: ${sentence}`);
  process.exitCode = findings.every(({ isOk }) => isOk) ? 0 : 1;
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
