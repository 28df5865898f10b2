/**
 * Words that visible texts avoid: translated idioms, American or -ise spellings, and replaced terms. The texts are in British
 * English with -ize.
 */

export type VisibleText = {
  /** File and line, or file, item and field. */
  readonly place: string;
  readonly text: string;
};

type Rule = { readonly pattern: RegExp; readonly instead: string };

const IZE_STEMS =
  'anonym|apolog|author|capital|categor|central|character|critic|custom|digit|emphas|equal|final|general|initial|international|local|maxim|minim|modern|monet|national|neutral|normal|optim|organ|penal|personal|priorit|pseudonym|real|recogn|serial|sexual|special|stabil|standard|summar|symbol|synchron|token|util|visual';

const RULES: readonly Rule[] = [
  { pattern: /\breleas(?:e|es|ed|ing)\b/i, instead: 'approve, approval' },
  { pattern: /(?<!question |quotation )\b(?:un)?mark(?:s|ed)?\b/i, instead: 'flag' },
  { pattern: /\bbrings\b/i, instead: 'earns, gets' },
  { pattern: /\bholds\b/i, instead: 'has, includes' },
  { pattern: /\bstands\b(?! (?:for|in|out)\b)/i, instead: 'is, appears' },
  { pattern: /\bwhoever\b/i, instead: 'anyone who' },
  { pattern: /\bwhom\b/i, instead: 'who' },
  { pattern: /\bsomebody\b/i, instead: 'someone' },
  { pattern: /\banybody\b/i, instead: 'anyone' },
  { pattern: /\beverybody\b/i, instead: 'everyone' },
  { pattern: /\balso those\b/i, instead: 'including those' },
  { pattern: /\bas a rule\b/i, instead: 'usually' },
  { pattern: /(?<!there )\b(?:is|are) none\b/i, instead: 'isn’t one, aren’t any' },
  { pattern: /\b(?:minute|hour|day|month) and (?:key|domain|account)\b/i, instead: 'per key per minute' },
  {
    pattern:
      /\b(?:[Aa]rticles?|[Cc]haracters|[Dd]igits|[Dd]omains?|[Ee]ntries|[Kk]eys?|[Ll]ines?|[Rr]equests?|[Rr]ows?|[Tt]erms?|[Uu]niques|[Uu]nits?|[Uu]sers?|[Vv]isitors?)\s+an?\s+(?:account|block|domain|file|key|line|list|page|unit|variant)\b/,
    instead: 'per',
  },
  { pattern: /\b(?:one|1) (?:domain|entry) a line\b/i, instead: 'per line' },
  { pattern: /\ba person (?:answers|checks|decides|looks|reads)\b/i, instead: 'by hand, our staff, someone' },
  { pattern: /\byou have (?:a reply|an answer|the answer)\b/i, instead: 'you’ll have' },
  { pattern: /\b(?:is|are) told\b/i, instead: 'we tell' },
  { pattern: /\b(?:lead|leads|led) (?:elsewhere|somewhere else|here|to us)\b/i, instead: 'point' },
  {
    pattern: /\b(?:handed? in|reckon with|falls away|lies? idle|passed on by zero-click)\b/i,
    instead: 'a native idiom',
  },
  { pattern: /^(?:From|In) which\b/, instead: 'a question: Which …?' },
  { pattern: /\bhave to be (?:corrected|filled)\b/i, instead: 'Please …' },
  { pattern: /\bper cent\b/i, instead: '%' },
  { pattern: /\bset-up\b/i, instead: 'setup (noun), set up (verb)' },
  { pattern: /\bset up fees?\b/i, instead: 'setup fee' },
  { pattern: /\bblack-?list/i, instead: 'blocklist' },
  { pattern: /\bwhite-?list/i, instead: 'allowlist' },
  { pattern: /\be-mails?\b/i, instead: 'email' },
  {
    pattern: new RegExp(`\\b\\w*(?:${IZE_STEMS})is(?:e[drs]?|ers|ing|ations?)\\b`, 'i'),
    instead: 'the spelling with -ize',
  },
  {
    pattern:
      /\b(?:analyz\w+|behavior\w*|cancel(?:ed|ing)|centers?|(?<!-)colors?(?!-)|favorite\w*|inquir(?:y|ies)|label(?:ed|ing))\b/i,
    instead: 'the British spelling',
  },
];

/** Texts that match a rule but are correct. */
const EXCEPTIONS: readonly { readonly text: RegExp; readonly reason: string }[] = [
  { text: /by post marked “Data protection officer”/, reason: 'one marks an envelope' },
  { text: /ours is marked in yellow/, reason: 'a mark in a drawing' },
  { text: /one bay marked with lines of text/, reason: 'a mark in a drawing' },
  { text: /coins marked 3 percent/, reason: 'a mark in a drawing' },
  { text: /opacity color clip-path/, reason: 'attributes of SVG' },
];

export type WordFinding = {
  readonly place: string;
  /** The match with up to 30 characters on each side. */
  readonly excerpt: string;
  readonly instead: string;
};

/** Finds the words to avoid: for each text, the first match of each rule. */
export const findWords = (texts: readonly VisibleText[]): WordFinding[] =>
  texts.flatMap(({ place, text }) => {
    const rest = EXCEPTIONS.reduce((remaining, exception) => remaining.replace(exception.text, ''), text);
    return RULES.flatMap(({ pattern, instead }) => {
      const match = pattern.exec(rest);
      if (match === null) return [];
      const from = Math.max(0, match.index - 30);
      return [{ place, excerpt: rest.slice(from, match.index + match[0].length + 30).trim(), instead }];
    });
  });
