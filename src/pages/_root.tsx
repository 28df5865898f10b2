import type { ReactNode } from 'react';
import { preload } from 'react-dom';
import { FramedPreview } from '../features/preview/framed-preview.tsx';
import { PreviewBar } from '../features/preview/preview-bar.tsx';
import { Hydrated, Navigation } from '../framework/client/components/index.ts';
import { COLOURS, DARK_CHALK } from '../site/brand.ts';
import { RENDER_ALL_SCRIPT } from '../site/render-all-script.ts';
import { THEME_SCRIPT } from '../site/theme-script.ts';
import fontUrl from '../styles/fonts/overpass.woff2?url';
// Inlined into the document, because a request for the icon would compete with the requests needed for the first paint.
import iconUrl from '../styles/icon.svg?inline';
import monoUrl from '../styles/mono.css?url';
import printUrl from '../styles/print.css?url';
import '../features/cookie-consent/consent-banner.css';
import '../styles/base.css';
import '../styles/navigation.css';

export default function Root({ children }: { readonly children: ReactNode }) {
  preload(fontUrl, { as: 'font', type: 'font/woff2', crossOrigin: '' });

  return (
    // The scripts below set attributes on this element before hydration.
    <html lang="en" suppressHydrationWarning>
      <head>
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: a constant */}
        <script dangerouslySetInnerHTML={{ __html: THEME_SCRIPT }} />
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: a constant */}
        <script dangerouslySetInnerHTML={{ __html: RENDER_ALL_SCRIPT }} />
        <meta name="color-scheme" content="light dark" />
        <meta name="theme-color" content={COLOURS.chalk} media="(prefers-color-scheme: light)" />
        <meta name="theme-color" content={DARK_CHALK} media="(prefers-color-scheme: dark)" />
        {/* The boot script loads these style sheets after the first paint. */}
        <noscript>
          <link rel="stylesheet" href={monoUrl} />
          <link rel="stylesheet" href={printUrl} media="print" />
        </noscript>
        <link rel="icon" href="/favicon.ico" sizes="32x32" />
        <link rel="icon" href={iconUrl} type="image/svg+xml" />
        <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
      </head>
      <body>
        <FramedPreview />
        <PreviewBar />
        {children}
        <Navigation loadingLabel="Loading the page" />
        <Hydrated />
      </body>
    </html>
  );
}
