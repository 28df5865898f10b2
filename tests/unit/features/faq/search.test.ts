import { describe, expect, test } from 'vitest';
import { listFaq } from '../../../../src/content/faq.ts';
import { createFaqSearch } from '../../../../src/features/faq/search.ts';

const filler = 'Feeds report their figures on different days and in different time zones. '.repeat(12);

const entry = (question: string, answerText: string, searchTerms = '') => ({ question, answerText, searchTerms });

const entries = [
  entry('When do you pay?', `${filler}The minimum payout is 25 euros by SEPA transfer.`),
  entry('Which nameservers do I use?', 'Two, shown in your account.'),
  entry('Do you take adult traffic?', 'Yes, in networks of its own.'),
  entry('How do I read the payout report?', 'Column by column.', 'statement, sub-id'),
  entry('Kann ich Domains für Köln parken?', 'Ja.'),
];

const search = createFaqSearch(entries);
const findQuestions = (text: string) => search(text).map(({ question }) => question);

describe('FAQ search', () => {
  test('an empty or blank query returns the full list in its order', () => {
    expect(search('')).toEqual(entries);
    expect(search('  \t')).toEqual(entries);
  });

  test('a search term ranks below a word of the question and above a word of the answer', () => {
    const search = createFaqSearch([entry('A?', 'Fees.'), entry('B?', '', 'fees'), entry('Fees?', '')]);

    expect(search('fees').map(({ question }) => question)).toEqual(['Fees?', 'B?', 'A?']);
  });

  test('a query matches words that start with it, but not words that only contain it', () => {
    expect(findQuestions('namese')).toEqual(['Which nameservers do I use?']);
    expect(findQuestions('servers')).toEqual([]);
  });

  test('a whole word takes precedence over a word that only starts with the query', () => {
    const search = createFaqSearch([entry('Payments?', ''), entry('Pay?', '')]);

    expect(search('pay').map(({ question }) => question)).toEqual(['Pay?']);
    expect(search('paym').map(({ question }) => question)).toEqual(['Payments?']);
  });

  test('entries with all words of the query come first, then entries with some of them', () => {
    const both = entry('Others?', 'A report about traffic.');
    const search = createFaqSearch([entry('Traffic?', ''), both, entry('Unrelated?', '')]);

    expect(search('report traffic').map(({ question }) => question)).toEqual(['Others?', 'Traffic?']);
  });

  test('a result that is much weaker than the first one is left out', () => {
    const search = createFaqSearch([entry('Payouts?', 'All about the payout.'), entry('Other?', 'Not the payout.')]);

    expect(search('payout').map(({ question }) => question)).toEqual(['Payouts?']);
  });
});

/** The id of a question of the site, and the queries, separated by commas, for which it must be the first result. */
const QUESTIONS = {
  openAccount: [
    101,
    'sign up, how do i sign up, open account, register, registering, signing up, parking, Konto eröffnen, anmelden',
  ],
  nameservers: [
    102,
    'dns, ns records, nameserver, name servers, namserver, nameservrs, namese, email, e-mail, mail, mx',
  ],
  howLong: [103, 'how long until my domain earns, propagation'],
  ssl: [104, 'ssl, https, certif, certificate, not secure'],
  tlds: [105, 'tld, idn, co.uk, country code domains'],
  contractTerm: [
    106,
    'cancel, terminate, close account, delete my account, exclusivity, kündigen, kundigen, Kündigung',
  ],
  paid: [
    107,
    'payment, payments, payment methods, payemnt, withdraw, withdrawal, cash out, when do i get paid, how do i get paid, how am I paid, when paid, payout date, paypal, wire, iban, bitcoin, crypto, cryptocurrency, bank transfer, net 30, net-15, auszahlung, wann bekomme ich mein Geld',
  ],
  minimum: [108, 'payout, payouts, minimum payout, minimun payout, payout minimum, threshold, mindestauszahlung'],
  share: [109, 'revshare, rev share, revenue share, percentage, Umsatzbeteiligung'],
  taxes: [110, 'tax, taxes, vat, invoice, invocie, w8, w-8, W-8BEN, w 9, steuer, Rechnung'],
  finalAmount: [111, 'estimate, final amount, clawback'],
  referral: [112, 'referral, refferal, refer a friend, affiliate, affiliate program'],
  acceptedTraffic: [113, 'click fraud, bots, bot traffic, arbitrage, expired domains'],
  tiers: [114, 'tier 1, tier1, tier-2'],
  zeroClick: [115, 'zeroclick, zero click, zero-click, redirect'],
  adult: [116, 'adult, adlut, is adult traffic allowed, porn'],
  disapproved: [117, 'disaproved, appeal, trademark, why was my domain rejected'],
  exclude: [118, 'exclude advertiser, blacklist, blocklist'],
  thousands: [119, 'bulk upload, bulk, csv, csv import, thousands of domains'],
  statistics: [120, 'stats, statistics delay, real-time'],
  columns: [121, 'rpm, ctr, epc'],
  abTests: [122, 'a/b test, ab test, A/B tests, landing page, landing pages'],
  api: [123, 'api, api key, API keys, sub id, sub-id, subid, subids, rate limit'],
  security: [124, '2fa, two factor, two-factor authentication, password, passowrd, login, signin, sign in, Passwort'],
  salesCommission: [125, 'commission, commission free sales, sell domain, can i sell my domains, domain verkaufen'],
  banner: [126, 'banner'],
  bannerCost: [127, 'does the banner cost me revenue, fewer clicks'],
  enquiries: [128, 'enquiries, inquiry, leads'],
  marketplace: [129, 'marketplace, sedo'],
  rsoc: [130, 'rsoc, what is rsoc, related search on content'],
  adSense: [131, 'afd, adsense for domains'],
  rsocApply: [132, 'apply for rsoc, rsoc requirements'],
  articles: [133, 'articles, who writes the articles'],
  paidTraffic: [134, 'facebook ads, paid traffic to rsoc'],
  strikes: [135, 'strike, strikes, raf'],
  cost: [136, 'cost, how much does it cost, what does it cost, price, pricing, fees, setup fee, set-up fee, Kosten'],
  personalData: [137, 'gdpr, privacy, data protection, DSGVO, Datenschutz'],
  uptime: [138, 'uptime, downtime, outage, SLA'],
  identity: [139, 'kyc, verification, verify identity, passport'],
} as const;

describe('with the questions of the site', async () => {
  const search = createFaqSearch(await listFaq());
  const find = (text: string): readonly number[] => search(text).map(({ id }) => id);

  test('each query finds the question that answers it first', () => {
    for (const [id, queries] of Object.values(QUESTIONS))
      for (const query of queries.split(', ')) expect.soft(find(query)[0], query).toBe(id);
  });

  const ordered: readonly (readonly [string, readonly (keyof typeof QUESTIONS)[]])[] = [
    ['payout', ['minimum', 'paid', 'finalAmount']],
    ['minimum payout', ['minimum', 'paid']],
    ['arbitrage', ['acceptedTraffic', 'paidTraffic']],
    ['commission', ['salesCommission', 'share']],
    ['cost', ['cost', 'bannerCost']],
  ];

  test.each(ordered)('"%s" finds %s in this order', (query, names) => {
    expect(find(query)).toEqual(names.map((name) => QUESTIONS[name][0]));
  });

  test('a query without matches finds nothing', () => {
    for (const query of ['zzzz', 'xylophone solo', 'weather', 'x']) expect(find(query), query).toEqual([]);
  });
});
