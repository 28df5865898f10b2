import 'server-only';
import { env } from '../env.ts';
import { log, type PreviewPort, type PreviewProblem } from '../framework/shared.ts';
import { Draft, hasEditor, readSavedDraft, showDraft, showUnsavedItem, UnsavedItem } from './draft-source.ts';
import { collectEditableTexts } from './editable-texts.ts';
import { statusOf } from './wordpress-source.ts';

const unreadable = (statusCode: number, reason: string, advice: string): PreviewProblem => ({
  statusCode,
  reason,
  advice: `${advice} Then open the preview in WordPress again.`,
});

/** Reads the draft once, to tell the editor what is wrong before a page is rendered without it. */
const checkAccess = async (draft: Draft): Promise<PreviewProblem | null> => {
  try {
    if ((await readSavedDraft(draft)) !== null) return null;
    return unreadable(404, 'The draft does not exist any more.', 'Look for it in WordPress, also in the bin.');
  } catch (error) {
    const status = statusOf(error);
    if (status !== 401 && status !== 403)
      return unreadable(503, 'WordPress does not answer this site.', 'Wait for a minute.');
    log.warn({ status }, 'WordPress does not let the site read drafts: check CMS_USER and CMS_APP_PASSWORD');
    return unreadable(
      502,
      `This site could not sign in to WordPress: WordPress answered ${status}.`,
      'Ask the operator of the site to check the settings CMS_USER and CMS_APP_PASSWORD: the user must exist and be allowed to ' +
        'read drafts, and the application password must belong to that user and not be revoked.',
    );
  }
};

const OPEN_AGAIN = 'Open the preview in WordPress again.';

const PROBLEMS = {
  off: {
    statusCode: 404,
    reason: 'This site shows no previews.',
    advice:
      'Ask the operator of the site to set PREVIEW_SECRET to the value of SITE_COMPANION_PREVIEW_SECRET in WordPress, CMS_URL to the ' +
      `address of WordPress, and CMS_USER and CMS_APP_PASSWORD to a user who may read drafts. Then open the preview in WordPress again.`,
  },
  wrongSecret: {
    statusCode: 403,
    reason: 'This link was not signed with the preview secret of this site.',
    advice:
      `${OPEN_AGAIN} If that does not help, ask the operator of the site to check two settings: PREVIEW_SECRET of the site and ` +
      'SITE_COMPANION_PREVIEW_SECRET of WordPress must be the same.',
  },
  expired: { statusCode: 403, reason: 'This link has expired.', advice: OPEN_AGAIN },
} as const satisfies Record<string, PreviewProblem>;

/** The document has no layout and no content, since WordPress may not answer. The texts are constants. */
const toExplanationDocument =
  (styleSheet: string | undefined) =>
  ({ reason, advice }: PreviewProblem, leaveUrl: string | null): string =>
    '<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">' +
    '<meta name="color-scheme" content="light dark"><meta name="robots" content="noindex, nofollow">' +
    (styleSheet === undefined ? '' : `<link rel="stylesheet" href="${styleSheet}">`) +
    '<title>The preview cannot be shown</title></head><body><main data-preview="explanation">' +
    `<h1>The preview cannot be shown</h1><p>${reason}</p><p>${advice}</p>` +
    (leaveUrl === null
      ? ''
      : `<form method="post" action="${leaveUrl}"><button type="submit">Leave preview</button></form>`) +
    '</main></body></html>';

/**
 * Previews of WordPress drafts, which the site reads as the configured editor.
 *
 * @param pathOf the path of the page that shows a draft.
 * @param styleSheet the URL of the style sheet of the page that explains why a draft cannot be shown.
 */
export const createWordPressPreview = (pathOf: (draft: Draft) => string, styleSheet?: string): PreviewPort<Draft> => ({
  secret: hasEditor ? env.PREVIEW_SECRET : null,
  readDraft: (payload) => Draft.safeParse(payload).data ?? null,
  pathOf,
  checkAccess,
  show: (draft, share) => {
    const onResponse = draft.edit === undefined ? undefined : collectEditableTexts(draft.edit);
    const path = pathOf(draft).replace(/#.*$/, '');
    showDraft(draft, { edit: draft.edit, share, path }, onResponse);
  },
  problems: PROBLEMS,
  toDocument: toExplanationDocument(styleSheet),
  // It is part of the request, so the site needs no WordPress user to show it.
  unsaved: {
    secret: env.PREVIEW_SECRET,
    read: (payload) => {
      const { data: unsaved } = UnsavedItem.safeParse(payload);
      if (unsaved === undefined) return null;
      return { path: pathOf(unsaved), show: () => showUnsavedItem(unsaved) };
    },
  },
});
