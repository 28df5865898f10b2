import { type Metric, onCLS, onINP, onLCP, onTTFB } from 'web-vitals';

/**
 * Measures how this page view felt and tells the server once, when the page is left or hidden: the address and four numbers,
 * nothing of the visitor. It is loaded for the share of page views that the site wants to know about.
 */
const path = location.pathname;
const values = new Map<string, number>();

const keep = ({ name, value }: Metric): void => {
  values.set(name, value);
};

for (const measure of [onLCP, onINP, onCLS, onTTFB]) measure(keep);

const tell = (): void => {
  if (document.visibilityState !== 'hidden') return;
  removeEventListener('visibilitychange', tell);
  if (values.size === 0) return;
  const body = JSON.stringify({ path, values: Object.fromEntries(values) });
  navigator.sendBeacon('/api/vitals', new Blob([body], { type: 'application/json' }));
};

// At the window, where the library's own listeners have had their turn.
addEventListener('visibilitychange', tell);
