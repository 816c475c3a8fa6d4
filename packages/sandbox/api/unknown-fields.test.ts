import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { openSandboxApp } from '../../../tests/support/apps/sandbox-app.ts'

const kinds = { kind: 'event-lost' }
const donation = { channelId: '0'.repeat(32), byChannelId: null, payAmount: 1_000 }

describe('a field that does not exist is refused by its name, with the one that was meant', () => {
  const cases: [what: string, method: string, path: string, json: object, message: RegExp][] = [
    [
      'of a rule',
      'PUT',
      '/faults',
      { rules: [kinds, { ...kinds, eventtype: 'CHAT' }] },
      /\(rules\[1\]\.eventtype: .*did you mean eventType\?\)$/,
    ],
    [
      'of a donation',
      'POST',
      '/actions/donate',
      { ...donation, message: '안녕' },
      /\(message: is unknown; .*donationText.*\)$/,
    ],
    [
      'beside one that is missing',
      'POST',
      '/people',
      { channelname: '이름' },
      /\(channelname: .*did you mean channelName\?\)$/,
    ],
    ['with null', 'POST', '/people', { channelName: '이름', mail: null }, /\(mail: .*did you mean email\?\)$/],
    [
      'of a very long name',
      'POST',
      '/people',
      { channelName: '이름', ['x'.repeat(50_000)]: 1 },
      /\(x{60}…: is unknown/,
    ],
    [
      'with the name of a property of all objects',
      'POST',
      '/people',
      { channelName: '이름', constructor: 1 },
      /\(constructor: /,
    ],
  ]
  for (const [what, method, path, json, message] of cases)
    test(what, async () => {
      await using testApp = await openSandboxApp()
      const { status, body } = await testApp.call(method, `/sandbox/v1${path}`, { json })
      assert.equal(status, 400)
      assert.match(body.message ?? '', message)
    })

  test('of a form and of a query', async () => {
    await using testApp = await openSandboxApp()
    const form = { channelName: '이름', emails: 'a@example.com' }
    const inForm = await testApp.call('POST', '/sandbox/v1/people', { form })
    assert.deepEqual(inForm.body.reason, { code: 'MISSPELLED_FIELD', params: { known: 'email' }, field: 'emails' })
    const inQuery = await testApp.call('GET', '/sandbox/v1/records?clientID=a')
    assert.deepEqual(inQuery.body.reason, {
      code: 'MISSPELLED_FIELD',
      params: { known: 'clientId' },
      field: 'clientID',
    })
  })
})

test('an invalid value in a list is refused with its place', async () => {
  await using testApp = await openSandboxApp()
  const refusalOf = async (rule: object) =>
    (await testApp.call('PUT', '/sandbox/v1/faults', { json: { rules: [kinds, rule] } })).body.reason
  assert.deepEqual(await refusalOf({ ...kinds, probability: 2 }), {
    code: 'TOO_LARGE',
    params: { most: 1 },
    field: 'rules[1].probability',
  })
  assert.deepEqual(await refusalOf({}), { code: 'MISSING', params: {}, field: 'rules[1].kind' })
})
