import 'server-only';
import { z } from 'zod';
import { fieldGroup, section, text, textarea } from './editor-fields.ts';

const field = (label: string) => text({ label: `Label: ${label}`, maxLength: 40, default: label });
const hint = (label: string, value: string) => textarea({ label: `Hint: ${label}`, maxLength: 120, default: value });

/** Texts of several pages, or of pages whose other texts are in the code. */
export const SiteTexts = z.object({
  call_to_action: fieldGroup(
    z.object({
      headline: text({ label: 'Headline', maxLength: 70, default: 'Start with a few names' }),
      text: textarea({
        label: 'Text',
        maxLength: 300,
        default:
          'Point ten domains or ten thousand at us, keep the rest where they are and compare the statements. No contract term, no setup\u00a0fee. We review every application by hand and reply within 2\u00a0working\u00a0days.',
      }),
      account: text({ label: 'Button to the contact form', maxLength: 30, default: 'Open an account' }),
      rsoc: text({ label: 'Button to the RSOC application', maxLength: 30, default: 'Apply for RSOC' }),
    }),
    { label: 'Shared call to action', help: 'At the end of most pages.' },
  ),
  contact_form: section('Contact form', {
    name: field('Name'),
    email: field('Email address'),
    topic: field('Topic'),
    company: field('Company'),
    domains: field('Number of domains'),
    domains_hint: hint('Number of domains', 'Roughly.'),
    uniques: field('Uniques per month'),
    uniques_hint: hint('Uniques per month', 'Across all of them, roughly.'),
    samples: field('Sample domains'),
    samples_hint: hint('Sample domains', 'About 20, one per line. Include average ones.'),
    sources: field('Where the traffic comes from'),
    sources_hint: hint(
      'Where the traffic comes from',
      'Type-in, links to expired domains, organic search, anything else.',
    ),
    provider: field('Where the domains are parked today'),
    provider_hint: hint(
      'Where the domains are parked today',
      'And whether a provider has ever closed an account of yours.',
    ),
    message: field('Message'),
    message_hints: section('Hints of the message, by topic', {
      none: hint('no topic yet', 'Choose a topic to see what helps us reply.'),
      account: hint('New account', 'Anything else we should know.'),
      audit: hint(
        'Portfolio audit',
        'Don’t paste your list here: we’ll send you an upload link. An audit needs at least 100 domains.',
      ),
      event: hint('Meeting at an event', 'The event, two times that suit you and what you’d like to talk about.'),
      api: hint('API key', 'Your account number, if you have one, and what you’d like to automate.'),
      support: hint('Support', 'Your account number, the domain, what you expected, what happened and when (UTC).'),
      payments: hint('Payments', 'Your account number and the number of the credit note. No bank details, please.'),
      abuse: hint(
        'Abuse or trademark',
        'The domain, the full URL, your right or the law concerned, the evidence, and who you represent.',
      ),
      press: hint('Press', 'Your publication, your question and your deadline.'),
      other: hint('Something else', 'The more you include now, the fewer emails we’ll need.'),
    }),
  }),
  event_list: section('List of events', {
    upcoming: text({ label: 'Above upcoming events', maxLength: 70, default: 'Where we’re parked next' }),
    none: text({ label: 'Without upcoming events', maxLength: 70, default: 'No bay reserved yet' }),
    none_text: textarea({
      label: 'Text without upcoming events',
      maxLength: 160,
      default: 'We’ll list the next dates here as soon as the booth is booked.',
    }),
    past: text({ label: 'Above past events', maxLength: 70, default: 'Where we’ve been' }),
  }),
});
