import 'server-only';
import { isPreview, type PreviewState, readPreviewState } from '../../content/draft-source.ts';
import { LEAVE_PREVIEW } from '../../framework/index.ts';
import { toLastSavedLabel } from './last-saved-label.ts';
import previewUrl from './preview.css?url';

const LABELS: Readonly<Record<PreviewState['kind'], string>> = {
  draft: 'Preview of a draft',
  scheduled: 'Preview of a scheduled item',
  private: 'Preview of a private item',
  unsaved: 'Preview of changes',
  published: 'Preview: same as the published version',
};

/**
 * Says that a page is a preview, when its content was last saved, and how to leave. Its styles are in a separate file, which only
 * previews load.
 */
export const PreviewBar = async () => {
  if (!isPreview()) return null;
  const state = await readPreviewState();

  return (
    <>
      <link rel="stylesheet" href={previewUrl} precedence="preview" />
      <aside aria-label="Preview" data-preview="bar" data-print="none">
        <p>
          <strong>{state === null ? 'Preview' : LABELS[state.kind]}</strong>
          {state !== null && <span>{toLastSavedLabel(state.savedAt)}</span>}
        </p>
        <form method="post" action={LEAVE_PREVIEW}>
          <button type="submit">Leave preview</button>
        </form>
      </aside>
    </>
  );
};
