import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import * as Schema from 'typebox/schema'
import { wireProfiles } from '../wire-profile.ts'
import type { Heard } from '../../server/testing/session-client.ts'
import { openStudio } from '../../server/testing/studio.ts'
import { asyncapi } from './asyncapi.ts'

const written = readFileSync(new URL('../../docs/api/asyncapi.json', import.meta.url), 'utf8')
const document = JSON.parse(written) as ReturnType<typeof asyncapi>
const specs = new URL(import.meta.resolve('@asyncapi/specs/schemas/3.0.0-without-$id.json'))
const official = JSON.parse(readFileSync(specs, 'utf8')) as object

test('the document of the socket is AsyncAPI 3, and the one that the contract makes today', () => {
  const schema = Schema.Compile(official)
  assert.deepEqual(schema.Errors(document)[1], [])
  const { title, version } = document.info
  assert.equal(written, `${JSON.stringify(asyncapi({ title, version }), null, 2)}\n`)
  for (const broken of [
    { ...document, asyncapi: '2.6.0' },
    { ...document, operations: { tell: {} } },
  ])
    assert.equal(schema.Check(broken), false)
})

test('whatever the document refers to stands in it', () => {
  const references = [...written.matchAll(/"\$ref": "#\/(.+)"/g)].map(([, path = '']) => path.split('/'))
  assert.ok(references.length > 20)
  for (const path of references) {
    const found = path.reduce<unknown>((part, key) => (part as Record<string, unknown> | undefined)?.[key], document)
    assert.equal(typeof found, 'object', path.join('/'))
  }
})

for (const wireProfile of wireProfiles)
  test(`what a session hears is what the document says, field by field, in the ${wireProfile} profile`, async () => {
    await using studio = await openStudio({ app: { wireProfile } })
    const { channelId, client, token } = studio
    const byChannelId = await studio.person()
    const guest = await studio.listen('chat')
    const sessionKey = guest.sessionKey
    for (const kind of ['donation', 'subscription'])
      await studio.call('POST', `/open/v1/sessions/events/subscribe/${kind}`, { token, json: { sessionKey } })
    await studio.play('POST', '/acts/chat', { channelId, byChannelId, message: '안녕 {:heart:}' })
    const money = { channelId, byChannelId: null, payAmount: 1000, donationText: '', donationType: 'VIDEO' }
    await studio.play('POST', '/acts/donate', money)
    await studio.play('POST', '/acts/subscribe', { channelId, byChannelId, tierNo: 2, month: 3 })
    const heard: Heard[] = []
    const hear = async (count: number) => {
      while (heard.length < count) heard.push(await guest.next())
    }
    await hear(5)
    await studio.call('POST', '/open/v1/sessions/events/unsubscribe/chat', { token, json: { sessionKey } })
    await studio.play('DELETE', '/grants', { clientId: client.clientId, channelId })
    await hear(8)

    const names = heard.map(([event, payload]) => {
      const { name, payload: promised } = messageOf(event, wireProfile)
      assert.equal(typeof payload, promised.type ?? 'object')
      const value = promised.type === 'string' ? JSON.parse(payload) : payload
      assert.deepEqual(Schema.Compile(schemaAt(promised.contentSchema ?? promised)).Errors(value)[1], [])
      assert.deepEqual(unknownFields(schemaAt(promised.contentSchema ?? promised), value), [])
      return name === 'SYSTEM' ? value.type : name
    })
    const expected = 'CHAT DONATION SUBSCRIPTION subscribed unsubscribed revoked'
    assert.deepEqual(new Set(names), new Set(expected.split(' ')))
  })

type Promised = { name: string; payload: { $ref?: string; type?: string; contentSchema?: { $ref: string } } }

function messageOf(event: string, wireProfile: string): Promised {
  const messages = document.components.messages as unknown as Record<string, Promised>
  return messages[wireProfile === 'observed' ? `${event}.observed` : event] ?? assert.fail(`${event} is not promised`)
}

function schemaAt({ $ref = '' }: { $ref?: string }): { properties?: object } {
  const schemas = document.components.schemas as Record<string, object>
  return schemas[$ref.replace('#/components/schemas/', '')] ?? assert.fail(`${$ref} is not there`)
}

function unknownFields({ properties }: { properties?: object }, value: object): string[] {
  return properties === undefined ? [] : Object.keys(value).filter((field) => !(field in properties))
}
