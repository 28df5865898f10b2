import * as z from 'zod/mini';
import {
  choice,
  emailAddress,
  line,
  lines,
  optionalLine,
  optionalLines,
  optionalNumber,
} from '../../forms/field-schemas.ts';
import { defineMessage } from '../../forms/message.ts';
import { TOPICS } from './contact-topics.ts';

const ContactFields = z.object({
  name: line('Please enter your name.', { max: 100 }),
  email: emailAddress('Please enter your email address.'),
  topic: choice(TOPICS, 'Please choose a topic.'),
  company: optionalLine({ max: 120 }),
  domainCount: optionalNumber({ min: 0, max: 100_000_000 }),
  monthlyUniques: optionalLine({ max: 100 }),
  sampleDomains: optionalLines({ max: 3_000 }),
  trafficSources: optionalLine({ max: 300 }),
  currentProvider: optionalLine({ max: 300 }),
  message: lines('Please write your message.', { min: 10, max: 5_000 }),
});

export type Contact = z.output<typeof ContactFields>;

export const contactMessage = defineMessage({ kind: 'contact', path: '/contact', schema: ContactFields });
