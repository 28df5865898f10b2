import { toRobots } from '../../site/robots.ts';

export const GET = async () => new Response(toRobots(), { headers: { 'content-type': 'text/plain; charset=utf-8' } });
