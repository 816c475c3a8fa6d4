import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { limits, scopes } from '@onair/contract'
import { donateTo, listenTo, openStreamer } from '../server/testing/donations.ts'
import { callsTo, openSpread, spreadMissing, type SpreadProcess } from '../server/testing/spread.ts'
import { startProgram } from '../server/testing/program.ts'

/** How many sessions are subscribed when consent is withdrawn; more by `npm run faults`. */
const sessions = Number(process.env['FAULT_SESSIONS'] ?? 60)

type Calls = Pick<SpreadProcess, 'call' | 'play'>
type Guest = Awaited<ReturnType<typeof listenTo>>
type Person = { channelId: string; token: string; clientId: string; guests: Guest[] }

/** People who use one application, with as many sessions as each may have, that hear of donations and the chat. */
async function openPeople(api: Calls, count: number): Promise<Person[]> {
  const { client } = await openStreamer(api)
  const people: Person[] = []
  for (let made = 0; made < count; made += limits.userSessions) {
    const { channelId } = await api.play('POST', '/people', { channelName: '방송인' })
    const { accessToken: token } = await api.play('POST', '/grants', { clientId: client.clientId, channelId })
    const guests = await Promise.all(
      Array.from({ length: limits.userSessions }, () => listenTo('donation', api, { token })),
    )
    people.push({ channelId, token, clientId: client.clientId, guests })
  }
  return people
}

/** Everyone withdraws while donations go on: each session is told, and nothing follows. Answers how long it took at the most. */
async function withdrawAll(people: Person[], at: Calls, donors: Calls): Promise<number> {
  const giving = new AbortController()
  const donations = (async () => {
    while (!giving.signal.aborted)
      await Promise.all(people.slice(0, 5).map(({ channelId }) => donateTo(donors, channelId)))
  })()
  let slowestMs = 0
  for (const person of people) {
    const { clientId, channelId, guests } = person
    await at.play('DELETE', '/grants', { clientId, channelId })
    const withdrawnAt = performance.now()
    await Promise.all(guests.map((guest) => revokedNext(guest, channelId)))
    slowestMs = Math.max(slowestMs, performance.now() - withdrawnAt)
    await donateTo(donors, channelId)
  }
  giving.abort()
  await donations
  for (const { guests } of people) for (const guest of guests) assert.deepEqual(await guest.soFar(), [])
  return slowestMs
}

async function revokedNext(guest: Guest, channelId: string) {
  for (;;) {
    const [event, payload] = await guest.next()
    if (event === 'DONATION') continue
    assert.deepEqual(payload, { type: 'revoked', data: { eventType: 'DONATION', channelId } })
    return
  }
}

function close(people: Person[]) {
  for (const { guests } of people) for (const guest of guests) guest[Symbol.dispose]()
}

function told(t: TestContext, what: string, ms: number) {
  t.diagnostic(`${sessions} sessions, ${what}: revoked ${Math.round(ms)} ms after the answer at the most`)
}

test('in one process consent withdrawn reaches every session, and nothing follows it', async (t) => {
  await using program = startProgram(['serve', '--port', '0', '--ephemeral', '--json'], {
    QUOTA_PER_APP: '0',
    QUOTA_PER_TOKEN: '0',
  })
  const api = callsTo((await program.ready()).baseUrl)
  const people = await openPeople(api, sessions)
  told(t, 'one process', await withdrawAll(people, api, api))
  close(people)
})

test(
  'withdrawn at one API process, consent ends at the other and at every session, with the bus and without it',
  { skip: spreadMissing },
  async (t) => {
    await using spread = await openSpread()
    const gateway = await spread.start('gateway,worker')
    const env = { SOCKET_URL: gateway.socketUrl }
    const [here, there] = [await spread.start('api', env), await spread.start('api', env)]
    const all = await openPeople(here, sessions + limits.userSessions)
    const [last, ...people] = all
    const me = ({ token }: { token: string }) => here.call('GET', '/open/v1/users/me', { token })
    for (const person of all) assert.equal((await me(person)).status, 200)

    told(t, 'three processes', await withdrawAll(people, there, here))
    for (const person of people) assert.equal((await me(person)).status, 401)
    assert.equal((await me(last!)).status, 200)

    for (const { toRedis } of [gateway, here, there]) toRedis.cut()
    told(t, 'the bus is gone', await withdrawAll([last!], there, here))
    while ((await me(last!)).status !== 401);
    close(all)
  },
)

test(
  'a scope taken away at one API process ends what stood on it, and a token revoked ends the rest',
  { skip: spreadMissing },
  async () => {
    await using spread = await openSpread()
    const gateway = await spread.start('gateway,worker')
    const env = { SOCKET_URL: gateway.socketUrl }
    const [here, there] = [await spread.start('api', env), await spread.start('api', env)]
    const streamer = await openStreamer(here)
    const { channelId, client } = streamer
    const [donations, chat] = [await listenTo('donation', here, streamer), await listenTo('chat', here, streamer)]
    const kept = [scopes.chatRead, scopes.user]
    const { accessToken } = await there.play('POST', '/grants', { clientId: client.clientId, channelId, scopes: kept })
    await revokedNext(donations, channelId)
    await donateTo(here, channelId)
    await there.call('POST', '/auth/v1/token/revoke', { json: { ...client, token: accessToken } })
    const data = { eventType: 'CHAT', channelId }
    assert.deepEqual(await chat.next(), ['SYSTEM', { type: 'revoked', data }])
    await here.play('POST', '/acts/chat', { channelId, byChannelId: channelId, message: 'to nobody' })
    assert.deepEqual([await donations.soFar(), await chat.soFar()], [[], []])
  },
)
