/**
 * Headers that static hosts do not get: browsers would send reports to endpoints that are missing there, and other origins, such as that of
 * a feed reader, could not show images, because these hosts send the same headers with every file.
 */
const LEFT_OUT = ['reporting-endpoints', 'cross-origin-resource-policy'];
const REPORTING_DIRECTIVE = /; report-to [^;]*/g;

/**
 * The name of a file in an export. The page `/faq` is `faq.html` instead of `faq/index.html`, because hosts redirect
 * the URL of a directory to one with a trailing slash. Names have the separators of the operating system.
 */
export const toStaticName = (name: string): string => name.replace(/(?<=.)[\\/]index\.html(\.(?:br|gz))?$/, '.html$1');

/**
 * Files with the security headers of every response, by name: Netlify and Cloudflare Pages read `_headers`, and a
 * configuration of nginx can include `nginx-headers.conf`.
 */
export const toHeaderFiles = (headers: Readonly<Record<string, string>>): Readonly<Record<string, string>> => {
  const lines = Object.entries(headers)
    .filter(([name]) => !LEFT_OUT.includes(name))
    .map(([name, value]) => [name, value.replaceAll(REPORTING_DIRECTIVE, '')] as const);
  return {
    _headers: [
      '/*',
      ...lines.map(([name, value]) => `  ${name}: ${value}`),
      '/assets/*',
      '  cache-control: public, max-age=31536000, immutable',
      '',
    ].join('\n'),
    'nginx-headers.conf': `${lines.map(([name, value]) => `add_header ${name} "${value}" always;`).join('\n')}\n`,
  };
};
