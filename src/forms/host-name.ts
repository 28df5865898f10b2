/** Bidirectional controls, zero-width spaces and byte order marks, which are copied with names and addresses. Nobody sees them. */
export const INVISIBLE = /[\u200B\u202A-\u202E\u2066-\u2069\uFEFF]/g;

const LABEL = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;
const FORBIDDEN = /[\s/\\@:?#%[\]<>"'`|^{}()*&,;!$=+~]/;

/** Converts a host name to ASCII in lower case (IDN as Punycode); null when it is invalid or an IP address. */
export const toAsciiHost = (name: string): string | null => {
  if (name.length > 253 || FORBIDDEN.test(name) || !URL.canParse(`http://${name}/`)) return null;
  const host = new URL(`http://${name}/`).hostname.replace(/\.$/, '');
  const labels = host.split('.');
  const isName = host.length <= 253 && labels.every((label) => LABEL.test(label));
  return isName && !/^\d+$/.test(labels.at(-1) ?? '') ? host : null;
};
