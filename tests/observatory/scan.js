// @ts-nocheck: the package is installed only for the test that runs this file.
// Scans a site as https://developer.mozilla.org/observatory does, and prints its score and the result of each test as JSON.
// Arguments: the ports of the site on `localhost` for HTTP and HTTPS. `scan` of the package knows only the standard ones.
import { ALL_TESTS } from '@mdn/mdn-http-observatory/src/constants.js';
import { MINIMUM_SCORE_FOR_EXTRA_CREDIT } from '@mdn/mdn-http-observatory/src/grader/charts.js';
import { getScoreModifier } from '@mdn/mdn-http-observatory/src/grader/grader.js';
import { retrieve } from '@mdn/mdn-http-observatory/src/retriever/retriever.js';

const [httpPort, httpsPort] = process.argv.slice(2);
const site = await retrieve('localhost', { httpPort, httpsPort });
const results = ALL_TESTS.map((test) => test(site).result);
const modifiers = results.map(getScoreModifier);
const sum = (numbers) => numbers.reduce((total, number) => total + number, 0);
const deducted = 100 + sum(modifiers.filter((modifier) => modifier < 0));
const score = deducted >= MINIMUM_SCORE_FOR_EXTRA_CREDIT ? 100 + sum(modifiers) : deducted;
console.log(JSON.stringify({ score, results }));
