/** Waku's browser entry, under an alias of the Vite plugin because the package does not export it. */
declare module '#waku-browser-entry';
