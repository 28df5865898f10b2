/**
 * Measures the web vitals of this page view and reports them once, when the page is left or hidden: the path and up to
 * four numbers, nothing about the visitor. The boot script imports this module for the sampled share of page views.
 */
import { type Metric, onCLS, onINP, onLCP, onTTFB } from 'web-vitals';

const path = location.pathname;
const values = new Map<string, number>();

const record = ({ name, value }: Metric): void => {
  values.set(name, value);
};

for (const measure of [onLCP, onINP, onCLS, onTTFB]) measure(record);

const report = (): void => {
  if (document.visibilityState !== 'hidden') return;
  removeEventListener('visibilitychange', report);
  if (values.size === 0) return;
  const body = JSON.stringify({ path, values: Object.fromEntries(values) });
  navigator.sendBeacon('/api/vitals', new Blob([body], { type: 'application/json' }));
};

// In the bubbling phase on the window, so that the capturing listeners of web-vitals have reported first.
addEventListener('visibilitychange', report);
