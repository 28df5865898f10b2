import 'server-only';
import { toContactUrl } from '../../site/contact-url.ts';
import { routes } from '../../site/routes.ts';
import { toSitePath } from '../../site/urls.ts';

/** The menus that the site shows until editors make their own, which start as a copy of these (`schema.json` of the plugin). */
export const DEFAULT_HEADER = [
  ...routes.flatMap(({ path, navigation }) =>
    navigation === undefined ? [] : [{ label: navigation, href: toSitePath(path) }],
  ),
  { label: 'Open an account', href: toContactUrl('account') },
];

export const DEFAULT_LEGAL = {
  title: 'Legal',
  links: [
    { label: 'Privacy policy', href: toSitePath('/privacy-policy') },
    { label: 'Terms', href: toSitePath('/agb.php') },
    { label: 'Imprint', href: toSitePath('/imprint') },
    { label: 'Accessibility', href: toSitePath('/accessibility') },
  ],
} as const;

/** The first two columns of the footer. Only editors can fill the third. */
export const DEFAULT_COLUMNS = [
  {
    title: 'Platform',
    links: [
      { label: 'Solutions', href: toSitePath('/solutions') },
      { label: 'RSOC for domains', href: toSitePath('/RSOC-for-domains-application') },
      { label: 'FAQ', href: toSitePath('/faq') },
      { label: 'Nameserver guide', href: toSitePath('/nameserver-setup') },
      { label: 'Portfolio audit', href: toSitePath('/portfolio-audit') },
    ],
  },
  {
    title: 'Company',
    links: [
      { label: 'About us', href: toSitePath('/about-us') },
      { label: 'News', href: toSitePath('/news') },
      { label: 'Events', href: toSitePath('/events') },
    ],
  },
] as const;
