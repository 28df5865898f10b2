import { speculationRules } from '../../site/speculation-rules.ts';

export const GET = async () =>
  new Response(JSON.stringify(speculationRules), {
    headers: { 'content-type': 'application/speculationrules+json', 'cache-control': 'public, max-age=3600' },
  });
