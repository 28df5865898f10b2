import 'server-only';
import { type PreviewState, previewLinks, readPreviewState } from '../../content/draft-source.ts';
import { currentPath, LEAVE_PREVIEW } from '../../framework/index.ts';
import previewUrl from './preview.css?url';
import { toTimeLabel } from './time-label.ts';

const LABELS: Readonly<Record<PreviewState['kind'], string>> = {
  draft: 'Preview of a draft',
  scheduled: 'Preview of a scheduled item',
  private: 'Preview of a private item',
  unsaved: 'Preview of changes',
  published: 'Preview: same as the published version',
};

/** Leaving ends at the same page if visitors can see it, else at the home page. */
const leaveUrlOf = (state: PreviewState | null): string =>
  state?.kind === 'unsaved' || state?.kind === 'published'
    ? `${LEAVE_PREVIEW}?${new URLSearchParams({ to: currentPath() })}`
    : LEAVE_PREVIEW;

/**
 * Shows the state of a preview, and links to its screen in WordPress and out of the preview. Its styles are in a separate
 * file, which only previews load.
 */
export const PreviewBar = async () => {
  const links = previewLinks();
  if (links === null) return null;
  const state = await readPreviewState();

  return (
    <>
      <link rel="stylesheet" href={previewUrl} precedence="preview" />
      <aside aria-label="Preview" data-preview="bar" data-print="none">
        <p>
          <strong>{state === null ? 'Preview' : LABELS[state.kind]}</strong>
          {state !== null && <span>{toTimeLabel(state)}</span>}
        </p>
        <form method="post" action={leaveUrlOf(state)}>
          {links.edit && <a href={links.edit}>Edit</a>}
          <a
            href={links.share}
            title="Copy this link for a colleague. It is valid for an hour after the preview was opened."
          >
            Link to share
          </a>
          <button type="submit">Leave preview</button>
        </form>
      </aside>
    </>
  );
};
