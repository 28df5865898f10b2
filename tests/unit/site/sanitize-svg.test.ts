import { expect, test } from 'vitest';
import { findInstalledIcon } from '../../../src/site/installed-icons.ts';
import { sanitizeSvg } from '../../../src/site/sanitize-svg.ts';

test.each([
  '<path d="M1 1"><animate attributeName="opacity" values="0;1" dur="1s"/></path>',
  '<path fill="none" stroke="currentColor" stroke-width="2" d="M3 10a7 7 0 1 0 14 0"/>',
  '<g fill="none"><circle cx="12" cy="12" r="9"/><path d="M12 7v5"/></g>',
  '<defs><linearGradient id="a" x1="0" gradientUnits="userSpaceOnUse"><stop offset="0" stop-color="#fff"/></linearGradient></defs><rect width="24" height="24" fill="url(#a)"/>',
  '<mask id="m"><path fill="#fff" d="M0 0h24v24H0z"/></mask><path mask="url(#m)" d="M1 1"/><use href="#m"/>',
])('a harmless drawing is unchanged: %s', (body) => {
  expect(sanitizeSvg(body).replace(/><\/(?:animate|circle|path|rect|stop|use)>/g, '/>')).toBe(body);
});

test.each([
  '<script>alert(1)</script>',
  '<path onload="alert(1)" onclick="alert(1)"/>',
  '<foreignObject><img src="x" onerror="alert(1)"/></foreignObject>',
  '<style>@import "http://evil.example"</style><style><!--</style><img src=x onerror=alert(1)>',
  '<image href="http://evil.example/pixel"/>',
  '<a href="javascript:alert(1)"><path d="M1 1"/></a>',
  '<use href="http://evil.example/#a"/><use xlink:href="data:image/svg+xml,x"/>',
  '<path style="background:url(http://evil.example)" fill="url(http://evil.example#a)"/>',
  '<path fill="URL( http://evil.example )"/>',
  '</svg><iframe src="http://evil.example"></iframe><svg>',
  '<title><img src=x onerror=alert(1)></title><desc><script>alert(1)</script></desc>',
])('scripts, external resources and styles are removed: %s', (body) => {
  expect(sanitizeSvg(body)).not.toMatch(
    /script|onload|onclick|onerror|foreignObject|style|evil|javascript|<(?:img|image|iframe|a|svg|title)\b|data:/i,
  );
});

test('a drawing nested 20,000 levels deep causes no error', () => {
  expect(sanitizeSvg('<g>'.repeat(20_000))).toMatch(/^<g>/);
});

test('an installed icon is found by name or alias; properties of Object.prototype are not icons', () => {
  expect(findInstalledIcon('tabler', 'route')?.body).toContain('<');
  expect(findInstalledIcon('tabler', '2fa')).toEqual(findInstalledIcon('tabler', 'auth-2fa'));
  expect(findInstalledIcon('tabler', 'constructor')).toBeNull();
  expect(findInstalledIcon('mdi', 'route')).toBeNull();
});
