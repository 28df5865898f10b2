import 'server-only';
import { parseDomainList } from '../../forms/domain-list.ts';
import type { RejectedLine } from '../../mail/message-kind.ts';

/** More domains are not checked at a time. */
export const MAX_DOMAINS = 50;

/** An entered list of domains. */
export type CheckQuery = {
  /** As it was entered. */
  readonly text: string;
  /** In ASCII, at most 50; empty if nothing can be checked. */
  readonly domains: readonly string[];
  readonly rejected: readonly RejectedLine[];
  /** How many domains the list has beyond the limit. */
  readonly excess: number;
};

/** Reads a list of domains. A list over the limit is not checked at all, so that nobody takes a part of it for the whole. */
export const readCheckQuery = (entered: string): CheckQuery => {
  const text = entered.trim();
  const result = parseDomainList(text);
  if (result.status === 'too-long') return { text, domains: [], rejected: [], excess: 0 };
  const { domains, rejected } = result.list;
  const excess = Math.max(0, domains.length - MAX_DOMAINS);
  return { text, domains: excess > 0 ? [] : domains, rejected, excess };
};
