/**
 * Endpoints for operators, browsers and the CMS: health and metrics, reports of browsers, and the messages of the CMS
 * (revalidation, connection check, previews of drafts and of unsaved content).
 */
import 'server-only';

export { createClientErrorsEndpoint } from './client-errors.ts';
export { createConnectionCheck } from './connection-check.ts';
export { CSP_REPORTS, createCspReportsEndpoint } from './csp-reports.ts';
export { createHealthEndpoints, defineProcessMetrics } from './health.ts';
export { createPreview, LEAVE_PREVIEW } from './preview.ts';
export { createRevalidationWebhook } from './revalidation-webhook.ts';
export { createMessageVerifier } from './signed-messages.ts';
export { createUnsavedPreviewEndpoint, UNSAVED_PREVIEW } from './unsaved-preview.ts';
