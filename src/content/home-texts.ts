import 'server-only';
import { z } from 'zod';
import { section, text, textarea } from './editor-fields.ts';

/** The list below a text, in the order in which it is shown. */
const facts = (first: string, second: string, third: string) =>
  section('Facts', {
    first: text({ label: 'First', maxLength: 110, default: first }),
    second: text({ label: 'Second', maxLength: 110, default: second }),
    third: text({ label: 'Third', maxLength: 110, default: third }),
  });

const headline = (value: string, maxLength = 70) => text({ label: 'Headline', maxLength, default: value });
const title = (value: string) => text({ label: 'Title', maxLength: 40, default: value });
const paragraph = (value: string, label = 'Text') => textarea({ label, maxLength: 300, default: value });
const button = (value: string, label = 'Button') => text({ label, maxLength: 30, default: value });

const point = (label: string, heading: string, words: string) =>
  section(label, { title: title(heading), text: paragraph(words) });

const box = (label: string, heading: string, words: string, [first, second, third]: [string, string, string]) =>
  section(label, { title: title(heading), text: paragraph(words), facts: facts(first, second, third) });

const row = (label: string, name: string, value: string) =>
  section(label, {
    name: text({ label: 'Name', maxLength: 24, default: name }),
    value: text({ label: 'Value', maxLength: 24, default: value }),
  });

/** The texts of the home page by section. Those that the specification fixes are its own, to the letter (docs/requirements.md). */
export const HomeTexts = z.object({
  hero: section('Opening', {
    headline: headline("Elevate your domain's monetization potential"),
    text: paragraph(
      'Park one name or a portfolio of thousands. Every visitor gets the feed, the lander and the search terms that pay best, and you keep 80% of net revenue.',
    ),
    points: section('Three reasons', {
      first: point(
        'First reason',
        'Optimized on every level',
        'Multi-level, AI-powered optimization picks feed, lander and search terms for each country, device and hour.',
      ),
      second: point(
        'Second reason',
        'A large Tier1 feed',
        'Access to a large Tier1 search feed, plus Tier2, adult and zero-click demand for everything else.',
      ),
      third: point(
        'Third reason',
        'No commission on sales',
        'For-sale banners on any parked domain you choose. Buyers contact you directly, and the price is yours: we take 0%.',
      ),
    }),
    account: button('Open an account', 'Button to the contact form'),
    solutions: button('See the solutions', 'Button to the solutions'),
  }),
  company: section('Who we are', {
    headline: headline('Unapologetically domain-focused'),
    first: paragraph(
      'Since 2015 we’ve done one thing: turn traffic on parked domains into payouts. Twenty-three people, no registrar, no agency, no side business.',
      'First paragraph',
    ),
    second: paragraph(
      'We don’t buy, sell or backorder domains. No one on our staff may bid on a name while it’s parked here, or for 24 months after it leaves.',
      'Second paragraph',
    ),
    button: button('Meet the people behind it'),
    figures: section('Figures', {
      first: row('First figure', 'Domains', '2.4 million'),
      second: row('Second figure', 'Accounts', '1,900'),
      third: row('Third figure', 'Feeds', '14'),
      fourth: row('Fourth figure', 'Lander languages', '32'),
      fifth: row('Fifth figure', 'Sales commission', '0%'),
    }),
    date: text({ label: 'Date of the figures', maxLength: 40, default: 'As of October 2026, rounded' }),
  }),
  platform: section('Our platform', {
    headline: headline('Discover the {brand} platform'),
    text: paragraph('One system with two sides: the page your visitors see and the account you run it from.'),
    suggestion: box(
      'Card about the lander',
      'A page that matches the name',
      'The visitors to a parked domain see its lander: one page of related searches that fit the name. They pick one, compare the advertisers behind it and click an ad; that click is what pays you.',
      [
        '24 lander templates in 32 languages, all served over SSL',
        'Continuous A/B tests: a winner needs 95% confidence and 500 visitors per variant',
        'Terms chosen by name, country, device and hour',
      ],
    ),
    interface: box(
      'Card about the account',
      'Ten thousand names, one\u00a0screen',
      'Your account has the figures: uniques and clicks after about two hours, revenue at 06:00 UTC the next day, by domain, country and feed. Then you act on thousands of names at once.',
      [
        'Change up to 10,000 domains at once, with a preview',
        '24 hours to undo it',
        'Do the same through a REST API, with up to ten keys',
      ],
    ),
  }),
  features: section('Features', {
    headline: headline('Earn, organize, sell'),
    monetization: box(
      'First box',
      'Monetization',
      'Multi-level, AI-powered optimization makes three decisions before a page opens: which feed, which lander, which terms.',
      [
        'Access to a large Tier1 feed, four Tier2 feeds, zero-click and adult networks',
        'Continuous A/B tests of landers; a new variant starts with 10% of visitors',
        'Adult and Tier2 traffic earns the same share as everything else',
      ],
    ),
    management: box(
      'Second box',
      'Management & Reporting',
      'Upload, sort, change and report in bulk. Whatever you can do to one name, you can do to all of them.',
      [
        '10,000 lines per file, a preview of every change and 24 hours to undo it',
        'Free SSL for every domain, usually within 15 minutes',
        'Constant uptime: 99.95% monthly target, five locations, and capacity that scales with your traffic',
      ],
    ),
    sales: box(
      'Third box',
      'Commission-free domain sales',
      'A for-sale banner sends buyers to you. No brokerage, no escrow, no cut of the price.',
      [
        'Top bar, side card or text link, in 12 languages',
        'Enquiries by email within a minute, and through the API',
        'Every enquiry kept for 24 months, yours to export',
      ],
    ),
    button: button('See all solutions and terms'),
  }),
  headlines: section('Headlines', {
    questions: text({
      label: 'Above the questions',
      maxLength: 70,
      default: 'Questions owners ask before they switch',
    }),
    testimonials: text({ label: 'Above the testimonials', maxLength: 70, default: 'What domain owners say' }),
  }),
  account: section('Call to action at the end', {
    headline: text({
      label: 'Headline',
      help: 'If it does not fit into one line, it breaks after its first sentence.',
      maxLength: 50,
      default: 'Point ten names. Compare the statements.',
    }),
    text: paragraph(
      'No minimum number of domains, no setup\u00a0fee, no contract term. We review every application by hand and reply within 2\u00a0working\u00a0days. To leave, just change the nameservers back.',
    ),
    button: button('Open an account'),
  }),
  rsoc: section('RSOC programme', {
    headline: headline('RSOC for domains', 30),
    text: paragraph(
      'Related Search on Content puts related searches on article pages. AdSense for Domains ended in February 2026; this is how Google’s search ads reach a domain now.',
    ),
    terms: section('Terms', {
      first: row('First term', 'Uniques per month', '300, or a paid source'),
      second: row('Second term', 'Articles per domain', '8 or more'),
      third: row('Third term', 'Your share', '70% or 80%'),
      fourth: row('Fourth term', 'Decision', '5 working days'),
    }),
    button: button('Apply for RSOC'),
  }),
});

export type HomeTexts = z.output<typeof HomeTexts>;
