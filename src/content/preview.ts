import 'server-only';
import { env } from '../env.ts';
import { log } from '../framework/log.ts';
import type { PreviewAccess, PreviewPort } from '../framework/site-options.ts';
import { checkDraft, currentDraftSource, Draft, type DraftAccess, hasEditor, withDraft } from './draft-source.ts';

const AGAIN = 'Then open the preview in WordPress again.';

const toPreviewAccess = (access: DraftAccess): PreviewAccess => {
  switch (access.status) {
    case 'readable':
      return { status: 'readable' };
    case 'unauthorized':
      log.warn(
        { status: access.code },
        'WordPress does not let the site read drafts: check CMS_USER and CMS_APP_PASSWORD',
      );
      return {
        status: 'unreadable',
        statusCode: 502,
        reason: `This site could not sign in to WordPress: WordPress answered ${access.code}.`,
        advice:
          'Whoever runs the site checks the settings CMS_USER and CMS_APP_PASSWORD: the user exists and may edit this entry, and ' +
          `the application password is one of that user and has not been revoked. ${AGAIN}`,
      };
    case 'missing':
      return {
        status: 'unreadable',
        statusCode: 404,
        reason: 'The draft does not exist any more.',
        advice: `Look for it in WordPress, also in the bin. ${AGAIN}`,
      };
    case 'unavailable':
      return {
        status: 'unreadable',
        statusCode: 503,
        reason: 'WordPress does not answer this site.',
        advice: `Wait for a minute. ${AGAIN}`,
      };
  }
};

/**
 * Previews of WordPress drafts, which the site reads as the configured editor.
 *
 * @param pathOf the path of the page that shows a draft.
 */
export const createWordPressPreview = (pathOf: (draft: Draft) => string): PreviewPort<Draft> => ({
  secret: hasEditor ? env.PREVIEW_SECRET : null,
  readDraft: (payload) => Draft.safeParse(payload).data ?? null,
  pathOf,
  checkAccess: async (draft) => toPreviewAccess(await checkDraft(draft)),
  run: withDraft,
  isActive: () => currentDraftSource() !== undefined,
});
