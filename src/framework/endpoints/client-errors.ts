import 'server-only';
import { z } from 'zod';
import { log } from '../log.ts';
import { defineCounter } from '../metrics-registry.ts';
import type { Endpoint, RoutingPort } from '../site-options.ts';
import { createReportsEndpoint } from './reports.ts';

const STAGES = ['chunk', 'payload', 'timeout', 'render'] as const;

const ClientError = z.strictObject({ path: z.string().startsWith('/').max(2_048), stage: z.enum(STAGES) });

const clientErrors = defineCounter({
  name: 'client_errors_total',
  help: 'Pages that failed in a browser, by what failed: a chunk, the RSC payload, a click held too long, or React.',
  labelNames: ['stage'],
});
for (const stage of STAGES) clientErrors.inc({ stage }, 0);

/**
 * `POST /api/client-errors`: a page reports that it could not be hydrated or that a chunk failed to load. The log
 * contains the route pattern of the page and what failed, the metrics only what failed. Neither contains anything about
 * the visitor.
 */
export const createClientErrorsEndpoint = ({ toRoutePattern }: Required<RoutingPort>): Endpoint =>
  createReportsEndpoint(ClientError, ({ path, stage }) => {
    clientErrors.inc({ stage });
    log.warn({ route: toRoutePattern(path) ?? 'other', stage }, 'a page failed in a browser');
  });
