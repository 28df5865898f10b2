import { toAsciiHost } from '../../forms/host-name.ts';

/*
 * Records that say that a domain is for sale: TXT records of `_for-sale` below the domain (RFC 10023). Each has the version
 * tag, and at most one content tag with its value.
 */
const VERSION = 'v=FORSALE1;';
/** A record is one character-string. */
const MAX_RECORD_BYTES = 255;
/** In seconds; the RFC recommends one hour or less, because buyers should not see outdated prices. */
const FOR_SALE_TTL_S = 3_600;

/** The content tags, in the order in which their records are written. */
const TAGS = ['fval', 'furi', 'ftxt', 'fcod'] as const;
type Tag = (typeof TAGS)[number];

/** The fields of the builder, which are also query parameters. */
export const FOR_SALE_FIELDS = ['domain', ...TAGS] as const;
export type ForSaleField = (typeof FOR_SALE_FIELDS)[number];
/** As it was entered; empty fields are empty strings. */
export type ForSaleInput = Readonly<Record<ForSaleField, string>>;

export const FOR_SALE_LABELS: Readonly<Record<ForSaleField, string>> = {
  domain: 'Domain',
  fval: 'Asking price',
  furi: 'Link',
  ftxt: 'Text',
  fcod: 'Code',
};

export type ForSaleRecord = {
  /** The content of the TXT record, as forms of DNS providers take it. */
  readonly value: string;
  readonly bytes: number;
  /** The line for a zone file. */
  readonly line: string;
};

export type ForSaleRecords = {
  readonly records: readonly ForSaleRecord[];
  /** Validation errors, for the visitor. A field with an error has no record. */
  readonly problems: readonly string[];
};

type Value = { readonly value: string } | { readonly problem: string };

/** More does not fit into a record anyway. */
const MAX_INPUT_LENGTH = 1_000;
const SCHEMES = /^(?:https?|mailto|tel):./i;
/** `EUR2.500` is not accepted: it would be 2.50 euros, and many mean 2,500. */
const CURRENCY_AND_AMOUNT = /^[A-Z]+(?![1-9]\d{0,2}\.\d{3}$)\d+(?:\.\d+)?$/;
const UNSHOWABLE = /[\p{Cc}\p{Cs}]/u;
const OTHER_TAG = /;(?:fval|furi|ftxt|fcod)=/;
/** Characters that have a meaning in the quoted text of a zone file, and all that are not ASCII. */
const ESCAPED = /["\\]|[^ -~]+/g;

const encoder = new TextEncoder();
const bytesOf = (text: string): number => encoder.encode(text).length;

/**
 * Whether a TXT record of `_for-sale` says that the domain is for sale. The version tag is case-sensitive; the content may
 * be absent or invalid.
 */
export const isForSaleRecord = (text: string): boolean => text.startsWith(VERSION);

/** The same price in the notation of the RFC: `eur 2500` becomes `EUR2500`. */
const toPrice = (text: string): Value => {
  const value = text.replace(/\s+/g, '').toUpperCase();
  return CURRENCY_AND_AMOUNT.test(value)
    ? { value }
    : { problem: 'enter a currency code and an amount with a decimal point, such as EUR2500 or USD999.50.' };
};

/** As a URI, which is ASCII: `https://münchen.de/ä` becomes `https://xn--mnchen-3ya.de/%C3%A4`. */
const toLink = (text: string): Value => {
  const value = text.replace(/ /g, /^tel:/i.test(text) ? '' : '%20');
  return SCHEMES.test(value) && URL.canParse(value)
    ? { value: new URL(value).href }
    : { problem: 'enter one address that begins with https://, http://, mailto: or tel:.' };
};

const toText = (text: string): Value => {
  const [other] = OTHER_TAG.exec(text) ?? [];
  return other === undefined ? { value: text } : { problem: `leave out “${other}”, which looks like another tag.` };
};

const TO_VALUE: Readonly<Record<Tag, (text: string) => Value>> = {
  fval: toPrice,
  furi: toLink,
  ftxt: toText,
  fcod: toText,
};

/** The content of the record of a field that is filled in. */
const toContent = (tag: Tag, text: string): Value => {
  if (UNSHOWABLE.test(text)) return { problem: 'leave out line breaks and control characters.' };
  const result = TO_VALUE[tag](text);
  if ('problem' in result) return result;
  const value = `${VERSION}${tag}=${result.value}`;
  const excess = bytesOf(value) - MAX_RECORD_BYTES;
  return excess > 0 ? { problem: `shorten it by ${excess} ${excess === 1 ? 'byte' : 'bytes'}.` } : { value };
};

/** As a quoted text of a zone file: other bytes than printable ASCII in decimal (RFC 1035, 5.1). */
const toQuoted = (text: string): string => {
  const escaped = text.replace(ESCAPED, (part) =>
    part === '"' || part === '\\'
      ? `\\${part}`
      : [...encoder.encode(part)].map((byte) => `\\${String(byte).padStart(3, '0')}`).join(''),
  );
  return `"${escaped}"`;
};

const toRecord = (value: string, owner: string): ForSaleRecord => ({
  value,
  bytes: bytesOf(value),
  line: `${owner} ${FOR_SALE_TTL_S} IN TXT ${toQuoted(value)}`,
});

/** The records for what was entered. Without content there is one with the version tag alone, which is valid. */
export const toForSaleRecords = (input: ForSaleInput): ForSaleRecords => {
  const problems: string[] = [];
  const domain = input.domain.trim();
  const host = toAsciiHost(domain);
  if (domain !== '' && !host?.includes('.')) problems.push(`${FOR_SALE_LABELS.domain}: this isn’t a domain name.`);
  const owner = host?.includes('.') ? `_for-sale.${host}.` : '_for-sale';
  const values = TAGS.flatMap((tag) => {
    const text = input[tag].normalize('NFC').trim();
    if (text === '') return [];
    const content = toContent(tag, text);
    if ('value' in content) return [content.value];
    problems.push(`${FOR_SALE_LABELS[tag]}: ${content.problem}`);
    return [];
  });
  const contents = values.length === 0 && problems.length === 0 ? [VERSION] : values;
  return { records: contents.map((value) => toRecord(value, owner)), problems };
};

/** Reads what was entered from a query or a form. */
export const readForSaleInput = (entries: { readonly get: (name: string) => unknown }): ForSaleInput => {
  const read = (field: ForSaleField): string => {
    const value = entries.get(field);
    return typeof value === 'string' ? value.slice(0, MAX_INPUT_LENGTH) : '';
  };
  return { domain: read('domain'), fval: read('fval'), furi: read('furi'), ftxt: read('ftxt'), fcod: read('fcod') };
};
