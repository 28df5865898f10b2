import 'server-only';

const UNITS =
  'EUR|USD|GBP|CHF|KB|MB|GB|articles?|characters|countries|days?|domains?|hours?|languages|minutes?|months?|names?|questions|requests|rows|seconds?|uniques|visitors|weeks?|working days?|years?';

const SPACE_BEFORE_UNIT = new RegExp(`(?<=[\\d.,]|\\bone|\\btwo|\\bthree) (?=(?:${UNITS})\\b)`, 'g');
const WORKING_BEFORE_DAY = /\bworking (?=days?\b)/g;

/** Puts no-break spaces between numbers and their units, so that `2 working days` stays on one line. */
export const joinUnits = (text: string): string =>
  /\d|\b(?:one|two|three|working)\b/.test(text)
    ? text.replace(SPACE_BEFORE_UNIT, '\u00a0').replace(WORKING_BEFORE_DAY, 'working\u00a0')
    : text;
