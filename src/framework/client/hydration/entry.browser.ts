/** The entry of the chunk that loads React: Waku's own browser entry, and the function that hydrates a document. */
import '#waku-browser-entry';

export { hydrateDocument } from './hydrate-document.tsx';
