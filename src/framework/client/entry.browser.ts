/** The chunk that brings React. It is named after Waku's own entry of the browser, which it starts with. */
import '#waku-browser-entry';

export { hydrateDocument } from '../../waku.client.tsx';
