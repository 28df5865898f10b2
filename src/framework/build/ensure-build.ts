/** What `npm start` runs first: builds the site if there is no build, and says so if sources have changed since. */
import { readBuildState } from './sources.ts';
import { wakuBuild } from './waku-build.ts';

const state = readBuildState();
if (state === 'missing') wakuBuild();
if (state === 'outdated') console.error('Sources have changed since the last build: run `npm run build` to update it.');
