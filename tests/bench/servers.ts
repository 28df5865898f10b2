import { execFileSync } from 'node:child_process';
import { startSiteProcess } from '../support/site-process.ts';

/** The CPU core of the measured server; the load generator uses another one. */
const SERVER_CORE = 0;
export const LOAD_CORE = 1;

export type Target = { readonly url: string; readonly pid: number };

/** Restricts all threads of a process to a CPU core. */
export const pin = (pid: number, core = SERVER_CORE): void =>
  void execFileSync('taskset', ['-acp', String(core), String(pid)], { stdio: 'ignore' });

/** Starts the built site, pinned to the core of the server. */
export const startSite = async (settings: Readonly<Record<string, string>> = {}) => {
  const site = await startSiteProcess({ ...settings });
  pin(site.pid);
  return site;
};
