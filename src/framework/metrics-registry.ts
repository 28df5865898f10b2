import 'server-only';
import {
  Counter,
  type CounterConfiguration,
  Gauge,
  type GaugeConfiguration,
  Histogram,
  type HistogramConfiguration,
  Registry,
} from 'prom-client';

/**
 * The metrics of the process. Every module defines its own metrics with the functions below; `/metrics` shows all of
 * them.
 */
export const registry = new Registry();

/**
 * Removes a metric of the same name: the development server evaluates changed modules again, and the registry rejects a
 * known name.
 */
const register = (name: string): { readonly registers: Registry[] } => {
  registry.removeSingleMetric(name);
  return { registers: [registry] };
};

export const defineCounter = <Label extends string = never>(configuration: CounterConfiguration<Label>) =>
  new Counter<Label>({ ...configuration, ...register(configuration.name) });

export const defineGauge = <Label extends string = never>(configuration: GaugeConfiguration<Label>) =>
  new Gauge<Label>({ ...configuration, ...register(configuration.name) });

export const defineHistogram = <Label extends string = never>(configuration: HistogramConfiguration<Label>) =>
  new Histogram<Label>({ ...configuration, ...register(configuration.name) });
