import { type AskedQuestion, RCODE, respond, serveNames } from './name-server.ts';

/** A name server for the browser tests: what it knows of a domain follows from the name. */
const answer = (question: AskedQuestion): Buffer => {
  const { name, type } = question;
  if (name.includes('missing')) return respond(question, { rcode: RCODE.nxdomain });
  if (name.includes('broken')) return respond(question, { rcode: RCODE.servfail });
  const record = { name, ttl: 7_200, class: 'IN' } as const;
  const provider = name.includes('parked') || name.includes('signed') ? 'park' : 'other';
  if (type === 'NS') {
    return respond(question, {
      answers: ['ns1', 'ns2'].map((host) => ({ type: 'NS', ...record, data: `${host}.${provider}.net` })),
    });
  }
  if (type === 'DS' && name.includes('signed')) {
    const data = { keyTag: 12_345, algorithm: 13, digestType: 2, digest: Buffer.alloc(32, 0xab) };
    return respond(question, { answers: [{ type: 'DS', ...record, data }] });
  }
  return respond(question);
};

await serveNames(async (question) => [answer(question)], Number(process.env.PORT));
