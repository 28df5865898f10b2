/**
 * The format in which React streams a document, and the only module that knows it. React sends what is ready, with
 * placeholders where it waits, and later, in any order, the missing parts with scripts that move them to their places.
 * Put in order, the document is the same as if nothing had waited: it needs no script, and it hydrates without one.
 *
 * Source: `react-dom-server.edge.production.js` of the installed version; `tests/unit/framework/render/` has its answers.
 */
import { createTokenizer, type HtmlToken } from './html-tokens.ts';

/** Why a Suspense boundary shows its fallback: the digest of React's error and the name of the part, or empty. */
export type Failure = { digest: string; part: string };

/** A place in the document whose content arrives later: of a Suspense boundary, or (`isPiece`) within a longer content. */
type Gap = {
  readonly isPiece: boolean;
  /** What React shows while a boundary waits, and what stays when its content fails. */
  readonly fallback: Piece[];
  content: readonly Piece[] | null;
  /** What is known of a failure, before the content fails. */
  readonly failure: Failure;
  hasFailed: boolean;
};

type Piece = string | Gap;

/** Content that arrives after the shell. `name` is the element that wraps it; `depth` counts elements of this name in it. */
type Segment = { readonly name: string; readonly content: Piece[]; depth: number };

/** Their end tags come last, and the caller writes them. */
const DOCUMENT_ELEMENTS: ReadonlySet<string> = new Set(['body', 'html']);
const BOUNDARY_START = /^\$[?!~]?$/;
const BOUNDARY_END = '/$';
/** The ids of placeholders: `B:` for a boundary, `P:` for a piece. */
const PLACEHOLDER = /^<template id="(?<id>[BP]:[\da-f]+)">$/;
const SEGMENT = /^<(?:div hidden|table hidden|svg [^>]*|math [^>]*|tbody|tr|colgroup) id="(?<id>S:[\da-f]+)">$/;
/** Around the rows of a table, whose element has the id. */
const SEGMENT_TABLE = '<table hidden>';
/** Names a part in its fallback. The element does not stay in the document. */
const PART_MARK = /^<template data-part="(?<part>[^"]*)">$/;
const BOOTSTRAP = /^<script\b[^>]* id="_R_"/;
const SHELL_TIME = 'requestAnimationFrame(function(){$RT=performance.now()});';
/** `$RC`: the boundary is complete. `$RR`: it also needs style sheets. `$RS`: a piece. `$RX`: the boundary failed. */
const COMPLETE = /\$R[CR]\("(?<target>B:[\da-f]+)","(?<segment>S:[\da-f]+)"(?:,(?<styles>\[.*\]))?\)$/;
const PIECE = /\$RS\("(?<segment>S:[\da-f]+)","(?<target>P:[\da-f]+)"\)$/;
const FAILED = /\$RX\("(?<target>B:[\da-f]+)"(?:,(?<digest>"[^"]*"|null))?.*\)$/;
/** How Waku sends the RSC payload. */
const PAYLOAD = '(self.__FLIGHT_DATA||=[]).push(';

/** The attributes that `$RR` names for a style sheet: its address, its precedence and then names and values in turn. */
const toStyleSheet = ([href = '', precedence = '', ...rest]: readonly string[]): string => {
  const attributes = rest.flatMap((name, index) => (index % 2 === 0 ? [` ${name}="${rest[index + 1]}"`] : []));
  return `<link rel="stylesheet" href="${href}" data-precedence="${precedence}"${attributes.join('')}/>`;
};

const isWaiting = ({ content, hasFailed }: Gap): boolean => content === null && !hasFailed;

/** Puts a document in order while it arrives. */
export const createDocumentOrder = () => {
  const tokenizer = createTokenizer();
  /** What has arrived of the shell, and behind it what belongs to the end of the body. */
  const shell: Piece[] = [];
  const gaps = new Map<string, Gap>();
  const segments = new Map<string, readonly Piece[]>();
  /** The boundaries around the current token. `gap` is null if a boundary waits for nothing. */
  const boundaries: { readonly gap: Gap | null; readonly failure: Failure; readonly outer: Piece[] }[] = [];
  /** The pieces behind which the current token belongs. */
  let current: Piece[] = shell;
  let segment: Segment | null = null;
  let isShellComplete = false;
  let bootstrap = '';
  const payload: string[] = [];
  const lateLinks: string[] = [];
  const failures: Failure[] = [];
  /** What is being sent: the position in the shell, and in each gap around it. */
  const path: { readonly pieces: readonly Piece[]; position: number; readonly end: string }[] = [
    { pieces: shell, position: 0, end: '' },
  ];

  const append = (text: string): void => {
    const last = current.length - 1;
    const isSent = current === shell && path[0]?.position === current.length;
    if (typeof current[last] === 'string' && !isSent) current[last] += text;
    else current.push(text);
  };

  const openGap = (isPiece: boolean): Gap => {
    const gap: Gap = { isPiece, fallback: [], content: null, failure: { digest: '', part: '' }, hasFailed: false };
    current.push(gap);
    return gap;
  };

  const fail = (gap: Gap, digest: string): void => {
    gap.hasFailed = true;
    gap.failure.digest = digest;
    failures.push(gap.failure);
  };

  const follow = (script: string): void => {
    const { target, segment: id = '', styles } = (COMPLETE.exec(script) ?? PIECE.exec(script))?.groups ?? {};
    const failed = FAILED.exec(script)?.groups;
    const gap = gaps.get(target ?? failed?.target ?? '');
    const sheets: readonly (readonly string[])[] = styles ? JSON.parse(styles) : [];
    if (gap && failed) fail(gap, failed.digest ? String(JSON.parse(failed.digest) ?? '') : '');
    else if (gap) gap.content = [...sheets.map(toStyleSheet), ...(segments.get(id) ?? [])];
  };

  const takeComment = ({ content, source }: HtmlToken & { kind: 'comment' }): void => {
    if (BOUNDARY_START.test(content)) {
      const gap = content === '$?' || content === '$~' ? openGap(false) : null;
      const failure = gap?.failure ?? { digest: '', part: '' };
      if (!gap) append(source);
      if (content === '$!') failures.push(failure);
      boundaries.push({ gap, failure, outer: current });
      if (gap) current = gap.fallback;
    } else if (content === BOUNDARY_END) {
      const boundary = boundaries.pop();
      if (boundary) current = boundary.outer;
      if (!boundary?.gap) append(source);
    } else append(source);
  };

  let skipped: string | null = null;

  const takeTag = (token: HtmlToken & { kind: 'start' | 'end' }): void => {
    const { kind, name, source } = token;
    if (kind === 'end' && (name === skipped || DOCUMENT_ELEMENTS.has(name))) {
      skipped = null;
      return;
    }
    const placeholder = kind === 'start' ? PLACEHOLDER.exec(source)?.groups?.id : undefined;
    const boundary = boundaries.at(-1);
    const part = PART_MARK.exec(source)?.groups?.part;
    if (part !== undefined && boundary) {
      skipped = name;
      boundary.failure.part = part;
    } else if (placeholder) {
      skipped = name;
      gaps.set(placeholder, placeholder.startsWith('P') ? openGap(true) : (boundary?.gap ?? openGap(false)));
    } else if (segment === null && isShellComplete) takeLateTag(token);
    else {
      if (segment?.name === name) segment.depth += kind === 'start' ? 1 : -1;
      if (segment?.depth === 0) endSegment();
      else append(source);
    }
  };

  /** A tag behind the shell that belongs to no segment. */
  const takeLateTag = ({ kind, name, source }: HtmlToken & { kind: 'start' | 'end' }): void => {
    const id = SEGMENT.exec(source)?.groups?.id;
    if (id) {
      segment = { name, content: [], depth: 1 };
      segments.set(id, segment.content);
      current = segment.content;
    } else if (kind === 'start' && source !== SEGMENT_TABLE) lateLinks.push(source);
  };

  const endSegment = (): void => {
    segment = null;
    current = shell;
  };

  const takeRaw = ({ name, content, source }: HtmlToken & { kind: 'raw' }): void => {
    if (name === 'script' && content.startsWith(PAYLOAD)) payload.push(content.slice(PAYLOAD.length, -1));
    else if (name === 'script' && BOOTSTRAP.test(source)) {
      bootstrap = content;
      isShellComplete = true;
    } else if (isShellComplete && segment === null && name === 'script') follow(content);
    else if (isShellComplete && segment === null) lateLinks.push(source);
    else if (content !== SHELL_TIME) append(source);
  };

  /** Everything up to the first gap that waits. */
  const takeReady = (): string => {
    let ready = '';
    for (let place = path.at(-1); place; place = path.at(-1)) {
      const piece = place.pieces[place.position];
      if (piece === undefined) {
        if (path.length === 1) break;
        ready += place.end;
        path.pop();
        continue;
      }
      if (typeof piece !== 'string' && isWaiting(piece)) break;
      place.position += 1;
      if (typeof piece === 'string') ready += piece;
      else if (piece.isPiece) path.push({ pieces: piece.content ?? [], position: 0, end: '' });
      else {
        ready += piece.content ? '<!--$-->' : `<!--$!--><template data-dgst="${piece.failure.digest}"></template>`;
        path.push({ pieces: piece.content ?? piece.fallback, position: 0, end: '<!--/$-->' });
      }
    }
    return ready;
  };

  return {
    /** Takes the next text of React's stream. Returns the next text of the document, or an empty string while it waits. */
    push: (text: string): string => {
      for (const token of tokenizer.read(text)) {
        if (token.kind === 'comment') takeComment(token);
        else if (token.kind === 'raw') takeRaw(token);
        else if (token.kind !== 'text') takeTag(token);
        else if (!isShellComplete || segment) append(token.source);
      }
      // The shell arrives at once, and what stands in the head depends on its end.
      return isShellComplete ? takeReady() : '';
    },

    /**
     * The rest of the document without `</body></html>`. What still waits, because the stream was cut off, counts as
     * failed.
     */
    end: (): string => {
      for (const gap of gaps.values()) if (isWaiting(gap)) fail(gap, '');
      return takeReady();
    },

    /** The text of the bootstrap script, which ends the shell; empty before. */
    bootstrap: () => bootstrap,
    /** The arguments of the calls that hand over the RSC payload, so far. */
    payload: () => payload,
    /** The start tags of elements for the head that arrived behind the shell. */
    lateLinks: () => lateLinks,
    /** The boundaries that show their fallbacks. */
    failures: (): readonly Readonly<Failure>[] => failures,
  };
};
