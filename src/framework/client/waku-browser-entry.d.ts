/** Waku's own entry of the browser, which starts React; the build gives it this name (waku.config.ts). */
declare module '#waku-browser-entry';
