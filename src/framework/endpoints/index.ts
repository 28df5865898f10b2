/**
 * Operates the site: listens and shuts down gracefully, reports health and metrics, collects the reports of browsers,
 * and handles the messages of the CMS (revalidation, connection check, previews of drafts and of unsaved content).
 */
import 'server-only';

export { createClientErrorsEndpoint } from './client-errors.ts';
export { createConnectionCheck } from './connection-check.ts';
export { redirectConsoleToLog } from './console-to-log.ts';
export { CSP_REPORTS, createCspReportsEndpoint } from './csp-reports.ts';
export { createHealthEndpoints } from './health-endpoints.ts';
export { isSameSecret } from './is-same-secret.ts';
export { listen } from './listen.ts';
export { defineProcessMetrics } from './metrics.ts';
export { createPreview, LEAVE_PREVIEW } from './preview.ts';
export { createRevalidationWebhook } from './revalidation-webhook.ts';
export { createUnsavedPreviewEndpoint, UNSAVED_PREVIEW } from './unsaved-preview.ts';
