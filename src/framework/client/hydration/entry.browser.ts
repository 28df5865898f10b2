/** The chunk with React: Waku's own browser entry, and what hydrates a document. */
import '#waku-browser-entry';

export { hydrateDocument } from './hydrate-document.tsx';
