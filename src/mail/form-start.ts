import 'server-only';

/** What a page that shows a form needs of mail, and all it may have. */
export { issueFormToken } from './mail.ts';
