const VERSION = 'v=FORSALE1;';

/**
 * Whether a TXT record of `_for-sale` says that the domain is for sale (RFC 10023). The version is case-sensitive; at most
 * one tag with its value follows it.
 */
export const isForSaleRecord = (text: string): boolean => text.startsWith(VERSION);
