import { expect, test } from 'vitest';
import { toListCsv, toListReport } from '../../../../src/features/domain-list/list-report.ts';

const LIST = 'one.com\nwww.two.co.uk\nONE.com\nmünchen-ferien.de\nthree.com\n=nonsense';

test('a list is grouped by extension, and into rejected lines, duplicates, shortened entries and IDNs', () => {
  expect(toListReport(LIST)).toEqual({
    summary: '4 domains, 1 duplicate removed, 1 entry shortened to the domain, 1 line isn’t a domain',
    domains: ['one.com', 'two.co.uk', 'xn--mnchen-ferien-wob.de', 'three.com'],
    groups: [
      {
        title: 'Extensions',
        head: ['Extension', 'Domains'],
        rows: [
          ['.com', '2'],
          ['.co.uk', '1'],
          ['.de', '1'],
        ],
      },
      {
        title: 'Lines that aren’t domains',
        head: ['Line', 'Entry', 'Reason'],
        rows: [['6', '=nonsense', 'No extension such as .com.']],
      },
      { title: 'Duplicates', head: ['Line', 'Entry', 'Domain'], rows: [['3', 'ONE.com', 'one.com']] },
      {
        title: 'Shortened to the domain',
        head: ['Line', 'Entry', 'Domain'],
        rows: [['2', 'www.two.co.uk', 'two.co.uk']],
      },
      {
        title: 'IDNs',
        head: ['Line', 'Entry', 'In the DNS'],
        rows: [['4', 'münchen-ferien.de', 'xn--mnchen-ferien-wob.de']],
      },
    ],
  });
});

test('a clean list has no empty groups', () => {
  expect(toListReport('one.com').groups.map(({ title }) => title)).toEqual(['Extensions']);
});

test('a list that is too long has no domains, and the summary says so', () => {
  expect(toListReport('a.com\n'.repeat(20_002))).toEqual({
    summary: 'The list has more than 20,000 lines.',
    domains: [],
    groups: [],
  });
});

test('the CSV file has a row for each entry, and no cell is a formula', () => {
  const { filename, contentType, content } = toListCsv(LIST);

  expect([filename, contentType]).toEqual(['domain-list.csv', 'text/csv; charset=utf-8']);
  expect(content.trim().split('\r\n')).toEqual([
    '"line","entry","result","domain","extension","reason"',
    '"1","one.com","domain","one.com","com",""',
    '"2","www.two.co.uk","domain","two.co.uk","co.uk",""',
    '"3","ONE.com","duplicate","one.com","com",""',
    '"4","münchen-ferien.de","domain","xn--mnchen-ferien-wob.de","de",""',
    '"5","three.com","domain","three.com","com",""',
    `"6","'=nonsense","rejected","","","No extension such as .com."`,
  ]);
});
