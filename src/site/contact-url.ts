import 'server-only';
import { toSitePath } from './urls.ts';

/** The topics that the site itself links to; the contact form has more. */
type LinkedTopic = 'account' | 'abuse';

/** The URL of the contact form with a preselected topic. */
export const toContactUrl = (topic: LinkedTopic): string => `${toSitePath('/contact')}?topic=${topic}#form`;
