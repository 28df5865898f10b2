import 'server-only';
import { isFramedPreview } from '../../content/draft-source.ts';

/**
 * In the editor of the CMS a page is for looking at. Its links would open in windows of their own, which the frame does not allow, so
 * they do nothing.
 */
export const FramedPreview = () => (isFramedPreview() ? <base target="_blank" /> : null);
