import 'server-only';
import { collectDefaultMetrics } from 'prom-client';
import { defineGauge, registry } from '../metrics-registry.ts';

/** Defines the metrics of the process and the build. Called once when the server starts. */
export const defineProcessMetrics = (): void => {
  collectDefaultMetrics({ register: registry });
  defineGauge({ name: 'site_build_info', help: 'The running build.', labelNames: ['build', 'node'] }).set(
    { build: import.meta.env.WAKU_BUILD_ID ?? 'none', node: process.version },
    1,
  );
};
