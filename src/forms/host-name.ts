const LABEL = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;
const SEPARATES = /[\s/\\@:?#%[\]<>"'`|^{}()*&,;!$=+~]/;

/** A host name as the DNS knows it (lower case, IDN as Punycode), or `null`: it is none, or it is an IP address. */
export const toAsciiHost = (name: string): string | null => {
  if (name.length > 253 || SEPARATES.test(name) || !URL.canParse(`http://${name}/`)) return null;
  const host = new URL(`http://${name}/`).hostname.replace(/\.$/, '');
  const labels = host.split('.');
  const isName = host.length <= 253 && labels.every((label) => LABEL.test(label));
  return isName && !/^\d+$/.test(labels.at(-1) ?? '') ? host : null;
};
