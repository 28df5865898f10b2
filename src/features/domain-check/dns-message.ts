import 'server-only';
import { type Answer, CHECKING_DISABLED, decode, encode, RECURSION_DESIRED } from 'dns-packet';

/** The record types that the check asks for. */
export type RecordType = 'A' | 'AAAA' | 'CAA' | 'DS' | 'MX' | 'NS' | 'TXT';

export type Question = { readonly name: string; readonly type: RecordType };

/** A record in presentation format, without control characters; names are in lower case, without the final dot. */
export type DnsRecord = { readonly data: string; readonly ttl: number };

export type FailureReason = 'timeout' | 'unreachable' | 'servfail' | 'refused' | 'malformed';

/** The result of a question. `ttl` is in seconds. */
export type Lookup =
  | {
      readonly status: 'answered';
      /** Empty: the name has no records of this type. */
      readonly records: readonly DnsRecord[];
      /** The targets of the CNAME records that lead from the name to the records. */
      readonly aliases: readonly string[];
      readonly ttl: number;
      /** Whether the answer fails DNSSEC validation: the resolver gave it only without checking. */
      readonly failsValidation: boolean;
    }
  | { readonly status: 'missing'; readonly ttl: number }
  | { readonly status: 'failed'; readonly reason: FailureReason };

/** The result of reading a message. `foreign`: it belongs to another question, so the answer may still come. */
export type Reading = { readonly status: 'foreign' } | { readonly status: 'truncated' } | Lookup;

const FOREIGN: Reading = { status: 'foreign' };
const RCODE = { noError: 0, servfail: 2, nxdomain: 3, refused: 5 } as const;
const RCODE_MASK = 0x0f;
/** In the third byte of a message. */
const TRUNCATED_BIT = 0x02;
/** The size of UDP messages that reach every host without fragmentation (DNS flag day 2020). */
const UDP_PAYLOAD_SIZE = 1_232;
/** Larger messages are rejected before they are decoded: no answer that this check shows comes near. */
export const MAX_MESSAGE_BYTES = 16_384;
const MAX_ALIASES = 8;
const MAX_RECORDS = 20;
const MAX_TEXT_LENGTH = 255;
/** For an answer without records and without the SOA record that says how long it is valid. */
const NEGATIVE_TTL_S = 60;

type EncodeOptions = { readonly id: number; readonly checksDnssec: boolean };

/** The message that asks a recursive resolver. `checksDnssec` false: the resolver should also give what fails validation. */
export const encodeQuestion = ({ name, type }: Question, { id, checksDnssec }: EncodeOptions): Buffer =>
  encode({
    id,
    type: 'query',
    flags: RECURSION_DESIRED | (checksDnssec ? 0 : CHECKING_DISABLED),
    questions: [{ name, type, class: 'IN' }],
    additionals: [
      {
        type: 'OPT',
        name: '.',
        udpPayloadSize: UDP_PAYLOAD_SIZE,
        extendedRcode: 0,
        ednsVersion: 0,
        flags: 0,
        flag_do: false,
        options: [],
      },
    ],
  });

/** Control and format characters could change how the page, a terminal or a spreadsheet shows the text after them. */
const toText = (text: string): string => text.replace(/\p{C}/gu, '\uFFFD').slice(0, MAX_TEXT_LENGTH);

const toName = (name: string): string => toText(name.toLowerCase().replace(/(?<=.)\.$/, ''));

/** The data of a record of this type; null for a record of another type or class. */
const toData = (record: Answer, type: RecordType): string | null => {
  if (record.type !== type || record.class !== 'IN') return null;
  switch (record.type) {
    case 'A':
    case 'AAAA':
      return toText(record.data);
    case 'NS':
      return toName(record.data);
    case 'MX':
      return `${record.data.preference ?? 0} ${toName(record.data.exchange)}`;
    case 'CAA':
      return toText(`${record.data.flags ?? 0} ${record.data.tag} "${record.data.value}"`);
    case 'DS':
      return `${record.data.keyTag} ${record.data.algorithm} ${record.data.digestType} ${record.data.digest.toString('hex')}`;
    case 'TXT': {
      const parts = [record.data].flat().map((part) => (typeof part === 'string' ? Buffer.from(part) : part));
      return toText(Buffer.concat(parts).toString('utf8'));
    }
    default:
      return null;
  }
};

/** The names that CNAME records lead to, from the name of the question on; null if they form a loop or a long chain. */
const followAliases = (name: string, answers: readonly Answer[]): readonly { name: string; ttl: number }[] | null => {
  const aliases: { name: string; ttl: number }[] = [];
  let owner = toName(name);
  while (aliases.length <= MAX_ALIASES) {
    const alias = answers.find((record) => record.type === 'CNAME' && toName(record.name) === owner);
    if (alias?.type !== 'CNAME') return aliases;
    owner = toName(alias.data);
    aliases.push({ name: owner, ttl: alias.ttl ?? 0 });
  }
  return null;
};

/** How long it is valid that there are no records (RFC 2308). */
const toNegativeTtl = (authorities: readonly Answer[]): number => {
  const soa = authorities.find((record) => record.type === 'SOA');
  return soa?.type === 'SOA' ? Math.min(soa.ttl ?? 0, soa.data.minimum ?? 0) : NEGATIVE_TTL_S;
};

const toLookup = (question: Question, answers: readonly Answer[], authorities: readonly Answer[]): Lookup => {
  const aliases = followAliases(question.name, answers);
  if (aliases === null) return { status: 'failed', reason: 'malformed' };
  const owner = aliases.at(-1)?.name ?? toName(question.name);
  const records = answers.flatMap((record) => {
    const data = toName(record.name) === owner ? toData(record, question.type) : null;
    return data === null || record.type === 'OPT' || !('ttl' in record) ? [] : [{ data, ttl: record.ttl ?? 0 }];
  });
  const ttls = [...aliases, ...records].map(({ ttl }) => ttl);
  return {
    status: 'answered',
    records: records.slice(0, MAX_RECORDS),
    aliases: aliases.map(({ name }) => name),
    ttl: records.length === 0 ? toNegativeTtl(authorities) : Math.min(...ttls),
    failsValidation: false,
  };
};

const isTruncated = (bytes: Buffer): boolean => ((bytes[2] ?? 0) & TRUNCATED_BIT) !== 0;

/**
 * Reads a message that arrived from a resolver. Anyone may have written it, so whatever does not belong to the question
 * is foreign, and records of other names are ignored.
 */
export const readMessage = (bytes: Buffer, question: Question, id: number): Reading => {
  if (bytes.length < 2 || bytes.readUInt16BE(0) !== id) return FOREIGN;
  if (bytes.length > MAX_MESSAGE_BYTES) return { status: 'failed', reason: 'malformed' };
  try {
    const { type, flags = 0, flag_tc, questions = [], answers = [], authorities = [] } = decode(bytes);
    const [asked, ...others] = questions;
    const isOurs = asked?.type === question.type && toName(asked.name) === toName(question.name) && others.length === 0;
    if (type !== 'response' || !isOurs) return FOREIGN;
    if (flag_tc) return { status: 'truncated' };
    switch (flags & RCODE_MASK) {
      case RCODE.noError:
        return toLookup(question, answers, authorities);
      case RCODE.nxdomain:
        // The name exists if it has a CNAME record: the target does not (RFC 2308, 2.1).
        return followAliases(question.name, answers)?.length
          ? toLookup(question, answers, authorities)
          : { status: 'missing', ttl: toNegativeTtl(authorities) };
      case RCODE.servfail:
        return { status: 'failed', reason: 'servfail' };
      case RCODE.refused:
        return { status: 'failed', reason: 'refused' };
      default:
        return { status: 'failed', reason: 'malformed' };
    }
  } catch {
    // A server may cut a message anywhere.
    return isTruncated(bytes) ? { status: 'truncated' } : { status: 'failed', reason: 'malformed' };
  }
};
