/** Words that are ignored in a query: common ones of English and German questions, and "domain", which is in nearly every entry. */
const STOP_WORDS = new Set(
  `a about am an and any are as at be been being but by can could did do does doing for from get gets getting give had has have
  having he her here his how i if in into is it its just like many may me might more much must my need no not of on one or our
  ours out please shall she should so some such than that the their them then there these they this those to too up us want
  was we were what when where whether which who whose why will with would yes you your yours
  aber als am auf aus bei bekomme bekommt bin bis da das dass dem den der des die ein eine einen einer es fur geht gibt hat
  habe haben ich ihr im in ist kann konnen man mein meine meinen meiner mich mir mit muss nach nicht oder sie sind uber um und
  von wann warum was welche welcher wenn wer werden wie wird wo zu zum zur
  domain domains`.split(/\s+/),
);

type Vocabulary = Pick<ReadonlySet<string>, 'has'>;

const PARTS = /[\p{L}\p{N}]+/gu;

/** Words, including those joined by hyphens, slashes, apostrophes or dots: "A/B", "sub-id", "ads.txt". */
const COMPOUNDS = /[\p{L}\p{N}]+(?:[-‑/.'’][\p{L}\p{N}]+)*/gu;

/** Lower case, without accents. */
const normalize = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/** Drops a plural s. */
const toSingular = (word: string): string => (word.length > 3 && /[^s]s$/.test(word) ? word.slice(0, -1) : word);

/** The distinct words of a text. Compounds count as one word and as its parts: "sub-id" as "subid", "sub" and "id". */
export const toWords = (text: string): string[] => {
  const words = (normalize(text).match(COMPOUNDS) ?? []).flatMap((compound) => {
    const parts = compound.match(PARTS) ?? [];
    return parts.length > 1 ? [...parts, parts.join('')] : parts;
  });
  return [...new Set(words.map(toSingular))];
};

/** Shorter words would often become another word. */
const MIN_SWAP_LENGTH = 5;

/** The word of the vocabulary that an unknown word becomes when two adjacent letters are swapped: "payemnt" becomes "payment". */
const unswap = (word: string, vocabulary: Vocabulary): string => {
  if (word.length < MIN_SWAP_LENGTH || vocabulary.has(word)) return word;
  const swaps = Array.from(word, (letter, at) => word.slice(0, at) + word.charAt(at + 1) + letter + word.slice(at + 2));
  return swaps.find((swap) => vocabulary.has(swap)) ?? word;
};

/**
 * The words to search for. Two adjacent words that the entries contain as one word are joined ("name servers", "w-8", "tier 1"). Single
 * characters are dropped, and stop words unless the query contains nothing else. Swapped letters are put right, since Fuse counts a swap
 * as two typos.
 */
export const toSearchWords = (text: string, vocabulary: Vocabulary): string[] => {
  const words: string[] = [];
  for (const part of normalize(text).match(PARTS) ?? []) {
    const joined = `${words.at(-1) ?? ''}${part}`;
    if (words.length > 0 && vocabulary.has(toSingular(joined))) words.splice(-1, 1, joined);
    else words.push(part);
  }
  const searchable = words.filter((word) => word.length > 1);
  const meaningful = searchable.filter((word) => !STOP_WORDS.has(word));
  const kept = meaningful.length > 0 ? meaningful : searchable;
  return [...new Set(kept.map((word) => unswap(toSingular(word), vocabulary)))];
};
