import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { type ParsedMail, simpleParser } from 'mailparser';

/** The emails with this text that a site has written to its data directory, because no relay is set. */
export const findMails = async (dataDir: string, text: string): Promise<ParsedMail[]> => {
  const directory = path.join(dataDir, 'mail');
  const files = (await readdir(directory).catch(() => [])).filter((file) => file.endsWith('.eml'));
  const mails = await Promise.all(files.map(async (file) => simpleParser(await readFile(path.join(directory, file)))));
  return mails.filter((mail) => mail.text?.includes(text));
};
