import { expect, test } from 'vitest';
import { createActionGuard } from '../../../../src/framework/rsc/action-guard.ts';

const validate = createActionGuard(async (id) => id === 'abc#greet');

/** A call as React's `encodeReply` writes it: the arguments as JSON, then the fields of a form with its number in front. */
const call = (fields: readonly (readonly [string, string])[], action = 'abc/greet'): Request => {
  const body = new FormData();
  for (const [name, value] of fields) body.append(name, value);
  return new Request(`http://site.test/RSC/F/${action}.txt`, { method: 'POST', body });
};

test('a call whose argument is a form passes, with the hidden fields that make it work without React', async () => {
  const request = call([
    ['_1_$ACTION_REF_1', ''],
    ['_1_$ACTION_1:0', '{"id":"abc#greet","bound":"$@1"}'],
    ['_1_name', 'Ada'],
    ['0', '["","$K1"]'],
  ]);

  expect(await validate(request)).toBeNull();
});

test.each<[string, readonly (readonly [string, string])[]]>([
  ['refers to code', [['0', '["$F1"]']]],
  ['refers to another part', [['0', '["$@1"]']]],
  [
    'has parts beside its arguments and forms',
    [
      ['0', '[]'],
      ['1', '{}'],
    ],
  ],
  ['has no arguments', [['_1_name', 'Ada']]],
])('a call that %s is rejected', async (_, fields) => {
  expect(await validate(call(fields))).toMatchObject({ statusCode: 400 });
});

test('a call of an action that this build does not have is answered with 404', async () => {
  expect(await validate(call([['0', '[]']], 'abc/other'))).toMatchObject({ statusCode: 404 });
});
