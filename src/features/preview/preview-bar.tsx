import 'server-only';
import { type PreviewState, previewLinks, readPreviewState } from '../../content/draft-source.ts';
import { currentPath, currentPathWithQuery, LEAVE_PREVIEW } from '../../framework/index.ts';
import editTextsUrl from './edit-texts.ts?worker&url';
import previewUrl from './preview.css?url';
import { toTimeLabel } from './time-label.ts';

const LABELS: Readonly<Record<PreviewState['kind'], string>> = {
  draft: 'Preview of a draft',
  scheduled: 'Preview of a scheduled item',
  private: 'Preview of a private item',
  protected: 'Preview of an item with a password, which is not on the site',
  unsaved: 'Preview of changes',
  published: 'Preview: same as the published version',
};

/** Leaving ends at the same page if visitors can see it, else at the home page. */
const leaveUrlOf = (state: PreviewState | null, isOwnPage: boolean): string =>
  !isOwnPage || state?.kind === 'unsaved' || state?.kind === 'published'
    ? `${LEAVE_PREVIEW}?${new URLSearchParams({ to: currentPathWithQuery() })}`
    : LEAVE_PREVIEW;

const titleOf = (state: PreviewState | null): string => (state === null ? 'Preview' : LABELS[state.kind]);

/**
 * Shows the state of a preview, and links to its screen in WordPress and out of the preview. The editor may follow links to other pages,
 * which are part of the preview, too. Its styles and its script are in separate files, which only previews load.
 */
export const PreviewBar = async () => {
  const links = previewLinks();
  if (links === null) return null;
  const state = await readPreviewState();
  const isOwnPage = links.path === currentPath().replace(/(?<=.)\/$/, '');

  return (
    <>
      <link rel="stylesheet" href={previewUrl} precedence="preview" />
      <aside aria-label="Preview" data-preview="bar" data-print="none">
        <p>
          <strong>{isOwnPage ? titleOf(state) : 'Preview of the site'}</strong>
          {isOwnPage && state !== null && <span>{toTimeLabel(state)}</span>}
        </p>
        <form method="post" action={leaveUrlOf(state, isOwnPage)}>
          {links.edit && (
            <button type="button" hidden data-edit-toggle="">
              Edit texts
            </button>
          )}
          {links.edit && isOwnPage && <a href={links.edit}>Edit</a>}
          <a
            href={links.share}
            title="Copy this link for a colleague. It is valid for an hour after the preview was opened."
          >
            Link to share
          </a>
          <button type="submit">Leave preview</button>
        </form>
        <p role="status" data-preview="label" />
      </aside>
      {links.edit && <script type="module" src={editTextsUrl} />}
    </>
  );
};
