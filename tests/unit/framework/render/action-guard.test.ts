import { expect, test } from 'vitest';
import { createActionGuard } from '../../../../src/framework/render/action-guard.ts';
import { toFormData } from '../../../support/form-data.ts';

const ID = '847a2b1045ef#sendContact';
const guard = createActionGuard({ hasAction: async (id) => id === ID, unreadable: 'This form could not be read.' });

/** @param action the id in the URL of a call; null for a form that is sent without JavaScript. */
const send = async (action: string | null, body: BodyInit, headers: Record<string, string> = {}) => {
  const request = new Request('http://host/', { method: 'POST', body, headers });
  const contentType = request.headers.get('content-type') ?? '';
  return guard({ action, bytes: Buffer.from(await request.arrayBuffer()), contentType });
};
const call = (body: BodyInit, id = ID) => send(id, body);
const submit = (body: BodyInit, headers = {}) => send(null, body, headers);

const boundForm = (changes: Record<string, string> = {}) =>
  toFormData({
    $ACTION_REF_1: '',
    '$ACTION_1:0': JSON.stringify({ id: ID, bound: '$@1' }),
    '$ACTION_1:1': '[{"status":"idle"}]',
    $ACTION_KEY: 'k123',
    email: 'a@example.com',
    ...changes,
  });

const UNREADABLE = { statusCode: 400, message: 'This form could not be read.' };
const UNKNOWN = { statusCode: 404 };

test('a call of a known action with plain arguments is allowed', async () => {
  expect(await call('[{"a":[1,null,true,"text","$$escaped","$undefined"]}]')).toBeNull();
  expect(await call(toFormData({ '0': '["$K1"]', _1_email: 'a@example.com' }))).toBeNull();
});

// React's `encodeReply` writes the fields of the form, prefixed with the number of the form, and the arguments as JSON
// in the field `0`.
test('a call with a form may contain the hidden fields for browsers without JavaScript', async () => {
  const fields = {
    _1_$ACTION_REF_1: '',
    '_1_$ACTION_1:0': JSON.stringify({ id: ID, bound: '$@1' }),
    _1_name: 'Ada',
    '0': '["","$K1"]',
  };
  expect(await call(toFormData(fields))).toBeNull();
});

test.each(['847a2b1045ef#other', 'other#sendContact', ''])('a call of the action "%s" gets 404', async (id) => {
  expect(await call('[]', id)).toMatchObject(UNKNOWN);
});

test.each([
  ['text that is not JSON', 'text'],
  ['JSON that is not a list', '{}'],
  ['a reference to code', '[["$F1"]]'],
  ['a reference to a chunk', '["$1:constructor:constructor"]'],
  ['a prototype', '[{"__proto__":{}}]'],
  ['arguments nested too deep', `${'['.repeat(20)}${']'.repeat(20)}`],
  ['more than a thousand values', `[${'1,'.repeat(1_000)}1]`],
  ['long arguments', JSON.stringify(['a'.repeat(16_384)])],
])('a call with %s is rejected', async (_, body) => {
  expect(await call(body)).toMatchObject(UNREADABLE);
});

test.each([
  ['no arguments', { _1_email: 'a' }],
  ['a reference in its arguments', { '0': '["$F1"]' }],
  ['another part', { '0': '[]', '1': '{}' }],
  ['a field that belongs to no argument', { '0': '["$K1"]', email: 'a' }],
  ['57,000 small objects as arguments', { '0': `[${'{"a":[]},'.repeat(57_000)}1]` }],
])('a call whose form has %s is rejected', async (_, fields) => {
  expect(await call(toFormData(fields))).toMatchObject(UNREADABLE);
});

test('a form that names a known action is allowed, in both notations of React', async () => {
  expect(await submit(toFormData({ [`$ACTION_ID_${ID}`]: '', email: 'a' }))).toBeNull();
  expect(await submit(boundForm())).toBeNull();
});

test.each([
  ['no action', toFormData({ email: 'a@example.com' })],
  ['an unknown action', toFormData({ '$ACTION_ID_other#action': '' })],
  ['two actions', toFormData({ [`$ACTION_ID_${ID}`]: '', $ACTION_REF_1: '' })],
  ['an action id and other fields of React', toFormData({ [`$ACTION_ID_${ID}`]: '', $ACTION_KEY: 'k' })],
  ['many bound arguments', boundForm({ '$ACTION_1:1': `[${'1,'.repeat(1_000)}1]` })],
  ['a reference among its bound arguments', boundForm({ '$ACTION_1:1': '["$F1"]' })],
  ['a bound action that is not JSON', boundForm({ '$ACTION_1:0': 'text' })],
  [
    'an unknown property of a bound action',
    boundForm({ '$ACTION_1:0': JSON.stringify({ id: ID, bound: null, x: 1 }) }),
  ],
  ['an unexpected field of React', boundForm({ '$ACTION_1:2': '[]' })],
])('a form with %s is rejected', async (_, form) => {
  expect(await submit(form)).toMatchObject(UNREADABLE);
});

test('a form that cannot be parsed is rejected', async () => {
  expect(await submit('text', { 'content-type': 'multipart/form-data; boundary=x' })).toMatchObject(UNREADABLE);
});
