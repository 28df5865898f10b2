import 'server-only';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { logRequest, type RequestLine, toRequestLine } from '../../log.ts';
import { answerCounter } from './answer-metrics.ts';
import { draftOf } from './preview.ts';
import { kindOf } from './request-kind.ts';
import { pathOf, requestIdOf } from './request-log.ts';
import { type CacheState, type StoredAnswer, writeStoredAnswer } from './stored-answer.ts';

type Find = (key: string) => { readonly answer: StoredAnswer; readonly state: CacheState } | null;
type Note = { readonly status: number; readonly line: RequestLine; readonly count: (ms: number) => void };

/** As many as the page cache has pages; they are cheap to make again. */
const MOST_NOTES = 2_000;

const toNote = (method: string, url: string, status: number): Note => {
  const path = pathOf(url);
  return {
    status,
    // The key is an address of ours, in which JSON escapes nothing.
    line: toRequestLine({ method, pathJson: `"${path}"`, status, ms: 0 }),
    count: answerCounter({ method, kind: kindOf(method, path), status }),
  };
};

const notes = { GET: new Map<string, Note>(), HEAD: new Map<string, Note>() } as const;
const notesUnchanged = { GET: new Map<string, Note>(), HEAD: new Map<string, Note>() } as const;

/** What the log and the metrics get of a ready answer. It is the same each time, and making it costs more than finding it. */
const noteOf = (method: 'GET' | 'HEAD', url: string, status: number): Note => {
  const known = (status === 304 ? notesUnchanged : notes)[method];
  const before = known.get(url);
  if (before?.status === status) return before;
  const note = toNote(method, url, status);
  if (known.size >= MOST_NOTES) known.clear();
  known.set(url, note);
  return note;
};

/**
 * What answers a request with what `find` has at exactly this address, and tells whether it did. Nothing has to be known of
 * the request before, and nothing is made on the way that was made before: this is what most visitors wait for.
 */
export const createReadyAnswers =
  (find: Find) =>
  (request: IncomingMessage, response: ServerResponse): boolean => {
    const { method, url = '' } = request;
    if (method !== 'GET' && method !== 'HEAD') return false;
    if (draftOf(request.headers.cookie)) return false;
    const ready = find(url);
    if (!ready) return false;
    const id = requestIdOf(request);
    const status = writeStoredAnswer(request, response, ready.answer, { id, state: ready.state });
    const { line, count } = noteOf(method, url, status);
    logRequest(id, line);
    count(0);
    return true;
  };
