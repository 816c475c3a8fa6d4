import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import * as Schema from 'typebox/schema'
import { wireProfiles } from '@onair/contract'
import type { ReceivedEvent } from '../tests/support/clients/session-client.ts'
import { openSandboxChannel } from '../tests/support/apps/sandbox-app.ts'
import { asyncapi } from './asyncapi.ts'

const writtenJson = readFileSync(new URL('../docs/api/asyncapi.json', import.meta.url), 'utf8')
const document = JSON.parse(writtenJson) as ReturnType<typeof asyncapi>
// That of @asyncapi/specs 6.11 (Apache-2.0), 3.0.0-without-$id.json, without descriptions and examples.
const officialSchema = JSON.parse(
  readFileSync(new URL('test/asyncapi-3.0.0.schema.json', import.meta.url), 'utf8'),
) as object

type MessageSpec = { name: string; payload: { $ref?: string; type?: string; contentSchema?: { $ref: string } } }

describe('docs/api/asyncapi.json', () => {
  test('is valid AsyncAPI 3 and up to date with the contract', () => {
    const schema = Schema.Compile(officialSchema)
    assert.deepEqual(schema.Errors(document)[1], [])
    const { title, version } = document.info
    assert.equal(writtenJson, `${JSON.stringify(asyncapi({ title, version }), null, 2)}\n`)
    for (const broken of [
      { ...document, asyncapi: '2.6.0' },
      { ...document, operations: { send: {} } },
    ])
      assert.equal(schema.Check(broken), false)
  })

  test('every reference resolves', () => {
    const references = [...writtenJson.matchAll(/"\$ref": "#\/(.+)"/g)].map(([, path = '']) => path.split('/'))
    assert.ok(references.length > 20)
    for (const path of references) {
      const found = path.reduce<unknown>((part, key) => (part as Record<string, unknown> | undefined)?.[key], document)
      assert.equal(typeof found, 'object', path.join('/'))
    }
  })

  for (const wireProfile of wireProfiles)
    test(`a session receives messages as documented, field by field, in the ${wireProfile} profile`, async () => {
      await using testChannel = await openSandboxChannel({ app: { wireProfile } })
      const { channelId, client, token } = testChannel
      const byChannelId = await testChannel.createPerson()
      const session = await testChannel.connectAndSubscribe('chat')
      const sessionKey = session.sessionKey
      for (const kind of ['donation', 'subscription'])
        await testChannel.call('POST', `/open/v1/sessions/events/subscribe/${kind}`, { token, json: { sessionKey } })
      await testChannel.sandbox('POST', '/actions/chat', { channelId, byChannelId, message: '안녕 {:heart:}' })
      const money = { channelId, byChannelId: null, payAmount: 1000, donationText: '', donationType: 'VIDEO' }
      await testChannel.sandbox('POST', '/actions/donate', money)
      await testChannel.sandbox('POST', '/actions/subscribe', { channelId, byChannelId, tierNo: 2, month: 3 })
      const received: ReceivedEvent[] = []
      const receiveUntil = async (count: number) => {
        while (received.length < count) received.push(await session.next())
      }
      await receiveUntil(5)
      await testChannel.call('POST', '/open/v1/sessions/events/unsubscribe/chat', { token, json: { sessionKey } })
      await testChannel.sandbox('DELETE', '/grants', { clientId: client.clientId, channelId })
      await receiveUntil(8)

      const names = received.map(([event, payload]) => {
        const { name, payload: promised } = findMessage(event, wireProfile)
        assert.equal(typeof payload, promised.type ?? 'object')
        const value = promised.type === 'string' ? JSON.parse(payload) : payload
        assert.deepEqual(Schema.Compile(resolveSchema(promised.contentSchema ?? promised)).Errors(value)[1], [])
        assert.deepEqual(unknownFields(resolveSchema(promised.contentSchema ?? promised), value), [])
        return name === 'SYSTEM' ? value.type : name
      })
      const expected = 'CHAT DONATION SUBSCRIPTION subscribed unsubscribed revoked'
      assert.deepEqual(new Set(names), new Set(expected.split(' ')))
    })
})

function findMessage(event: string, wireProfile: string): MessageSpec {
  const messages = document.components.messages as unknown as Record<string, MessageSpec>
  return messages[wireProfile === 'observed' ? `${event}.observed` : event] ?? assert.fail(`${event} is not promised`)
}

function resolveSchema({ $ref = '' }: { $ref?: string }): { properties?: object } {
  const schemas = document.components.schemas as Record<string, object>
  return schemas[$ref.replace('#/components/schemas/', '')] ?? assert.fail(`${$ref} is not there`)
}

function unknownFields({ properties }: { properties?: object }, value: object): string[] {
  return properties === undefined ? [] : Object.keys(value).filter((field) => !(field in properties))
}
