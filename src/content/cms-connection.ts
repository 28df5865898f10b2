import 'server-only';
import { z } from 'zod';
import { env } from '../env.ts';
import { withoutPassword } from './cms-password.ts';
import { createEditorSource } from './draft-source.ts';
import { MissingRoute } from './source.ts';
import { createWordPressSource, statusOf } from './wordpress-source.ts';

/** The id of the latest check. The plugin that started the check compares it, because another WordPress has another id. */
const Connection = z.object({ id: z.string().max(100) });

const Editor = z.object({ capabilities: z.record(z.string(), z.boolean()) });

type Problem = 'dns' | 'refused' | 'timeout' | 'tls' | 'rejected' | 'no-plugin' | 'unusable';

const PROBLEM_OF_CODE: Readonly<Record<string, Problem>> = {
  ENOTFOUND: 'dns',
  EAI_AGAIN: 'dns',
  ECONNREFUSED: 'refused',
  ETIMEDOUT: 'timeout',
  UND_ERR_CONNECT_TIMEOUT: 'timeout',
  UND_ERR_HEADERS_TIMEOUT: 'timeout',
  UND_ERR_BODY_TIMEOUT: 'timeout',
};

/** Matches the error codes of OpenSSL and Node.js for failed certificate checks and handshakes. */
const TLS_CODE = /CERT|SSL|TLS|EPROTO|UNABLE_TO_VERIFY/;

/** The problem that the code of a network error, or of one of its causes, stands for; null if none is known. */
const networkProblemOf = (error: unknown): Problem | null => {
  if (!(error instanceof Error)) return null;
  if (error.name === 'TimeoutError') return 'timeout';
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  const problem = PROBLEM_OF_CODE[code] ?? (TLS_CODE.test(code) ? 'tls' : null);
  return problem ?? networkProblemOf(error.cause);
};

const problemOf = (error: unknown): Problem => {
  if (error instanceof MissingRoute) return 'no-plugin';
  const status = statusOf(error);
  if (status === 401 || status === 403) return 'rejected';
  return networkProblemOf(error) ?? 'unusable';
};

/** Whether the site can read drafts as the user in `CMS_USER`. */
const checkEditor = async (): Promise<'none' | 'ok' | 'rejected' | 'no-rights' | 'unknown'> => {
  const editor = createEditorSource();
  if (editor === null) return 'none';
  try {
    const { value } = await editor.read('/wp-json/wp/v2/users/me', { context: 'edit' }, Editor);
    const { site_companion_read_drafts: readsDrafts, edit_others_posts: editsDrafts } = value.capabilities;
    return readsDrafts || editsDrafts ? 'ok' : 'no-rights';
  } catch (error) {
    return problemOf(error) === 'rejected' ? 'rejected' : 'unknown';
  }
};

/**
 * Tests the connection to the CMS, for the settings screen of the companion plugin: whether the CMS responds, and whether the
 * configured user may read drafts.
 *
 * @param id the id of the check. It is sent in the query, so that no cache in front of WordPress answers.
 */
export const checkCms = async (id: string) => {
  if (env.CMS_URL === null) return { status: 'none' } as const;
  const url = withoutPassword(env.CMS_URL);
  try {
    const wordpress = createWordPressSource(env.CMS_URL, env.CMS_TIMEOUT_MS);
    const { value } = await wordpress.read('/wp-json/api/connection', { id }, Connection);
    return { status: 'ok', url, id: value.id, editor: await checkEditor() } as const;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { status: 'failed', url, problem: problemOf(error), reason } as const;
  }
};
