import 'server-only';
import { isFramedPreview } from '../../content/draft-source.ts';

/**
 * Makes the links of a page inert in the preview frame of the CMS's editor: with `_blank` they open new windows, which the sandbox of
 * the frame does not allow.
 */
export const FramedPreview = () => (isFramedPreview() ? <base target="_blank" /> : null);
