/** The routes that exist whatever the CMS contains, so that their first byte does not wait for it. */
export const FIXED_ROUTES = [
  '/',
  '/faq',
  '/news',
  '/events',
  '/about-us',
  '/solutions',
  '/contact',
  '/domain-list-check',
  '/RSOC-for-domains-application',
  '/privacy-policy',
  '/agb.php',
] as const;
