import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { eventually } from '../../../tests/support/eventually.ts'
import { openSandboxChannel } from '../../../tests/support/apps/sandbox-app.ts'
import { connect } from '../../../tests/support/clients/session-client.ts'

type Listed = { summary: { text: string | null } | null; reach: { sent: number; reached: number } | null }

describe('GET /sandbox/v1/records of events that were missed', () => {
  test('tells the sessions that an event reached, and lists those that reached none', async () => {
    await using channel = await openSandboxChannel()
    const { clientId } = channel.client
    const chatter = await channel.createPerson()
    const chat = async (message: string) => assert.equal((await channel.sendChat(chatter, message)).status, 200)
    const subscribe = async () => {
      const { url } = (await channel.call('GET', '/open/v1/sessions/auth', { token: channel.token })).body.content
      const session = await connect(url)
      const path = `/open/v1/sessions/events/subscribe/chat?sessionKey=${session.sessionKey}`
      assert.equal((await channel.call('POST', path, { token: channel.token })).status, 200)
      return session
    }
    await chat('before')
    using _first = await subscribe()
    using _second = await subscribe()
    const lose = (count: number) =>
      channel.sandbox('PUT', '/faults', { seed: 1, rules: [{ kind: 'event-lost', eventType: 'CHAT', count }] })
    await chat('to both')
    await lose(1)
    await chat('to one')
    await lose(2)
    await chat('to none')
    await channel.sandbox('DELETE', '/faults')
    await chat('after')

    const list = async (query: string) => {
      const { data } = await channel.sandbox('GET', `/records?kind=event&summary=true${query}`)
      return (data as Listed[]).map(({ summary, reach }) => [summary?.text, reach?.reached, reach?.sent]).toReversed()
    }
    await eventually(async () =>
      assert.deepEqual(await list(''), [
        ['before', 0, 0],
        ['to both', 2, 2],
        ['to one', 1, 2],
        ['to none', 0, 2],
        ['after', 2, 2],
      ]),
    )
    const missed = [
      ['before', 0, 0],
      ['to none', 0, 2],
    ]
    assert.deepEqual(await list('&missed=true'), missed)
    assert.deepEqual(await list(`&missed=true&clientId=${clientId}`), missed)
  })
})
