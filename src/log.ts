import 'server-only';
import pino from 'pino';
import { env } from './env.ts';

/** The site's log: one JSON object a line on standard output, without anything a visitor wrote. */
export const log = pino({ level: env.LOG_LEVEL, base: null, timestamp: pino.stdTimeFunctions.isoTime });
