import assert from 'node:assert/strict'
import { test } from 'node:test'
import { limits } from '@onair/contract'
import { openStreamer } from '../server/testing/donations.ts'
import { enter } from '../server/testing/session-client.ts'
import { openSpread, spreadMissing, type Spread, type SpreadProcess } from '../server/testing/spread.ts'

const skip = spreadMissing
const rounds = Number(process.env['FAULT_ROUNDS'] ?? 20)
const racers = 50

/** Three processes that each answer HTTP and hold sockets; one of them runs the sweeps. */
async function openThree(spread: Spread): Promise<[SpreadProcess, SpreadProcess, SpreadProcess]> {
  return [
    await spread.start('api,gateway,worker'),
    await spread.start('api,gateway'),
    await spread.start('api,gateway'),
  ]
}

/** Moves the clock of all of them past the life of every unused URL. */
async function expireUrls(processes: readonly SpreadProcess[]) {
  const [first] = processes
  const now: string = (await first!.play('POST', '/clock', { advanceSeconds: limits.sessionUrlSec })).now
  for (const each of processes) while ((await each.play('GET', '/clock')).now < now);
}

const racing = <T>(processes: readonly SpreadProcess[], act: (process: SpreadProcess, racer: number) => Promise<T>) =>
  Promise.all(Array.from({ length: racers }, (_, racer) => act(processes[racer % processes.length]!, racer)))

test(
  `of ${racers} at once at three processes exactly 10 and 3 sessions are opened, ${rounds} times over`,
  { skip },
  async () => {
    await using spread = await openSpread()
    const three = await openThree(spread)
    const { client, token } = await openStreamer(three[0])
    for (let round = 0; round < rounds; round++) {
      const ofClient = await racing(three, (each) => each.call('GET', '/open/v1/sessions/auth/client', { client }))
      const ofUser = await racing(three, (each) => each.call('GET', '/open/v1/sessions/auth', { token }))
      const opened = [ofClient, ofUser].map((answers) => answers.filter(({ status }) => status === 200).length)
      assert.deepEqual(opened, [limits.clientSessions, limits.userSessions])
      await expireUrls(three)
    }
  },
)

test(
  `of ${racers} at once at three processes exactly 30 subscribe a session, ${rounds} times over`,
  { skip },
  async () => {
    await using spread = await openSpread()
    const three = await openThree(spread)
    const { client } = await openStreamer(three[0])
    const url = (await three[0].call('GET', '/open/v1/sessions/auth/client', { client })).content.url
    using guest = await enter(url)
    const tokens: string[] = []
    for (let racer = 0; racer < racers; racer++) {
      const { channelId } = await three[0].play('POST', '/people', { channelName: `방송인 ${racer}` })
      tokens.push((await three[0].play('POST', '/grants', { clientId: client.clientId, channelId })).accessToken)
    }
    const change = (act: string) => (each: SpreadProcess, racer: number) =>
      each.call('POST', `/open/v1/sessions/events/${act}/donation?sessionKey=${guest.sessionKey}`, {
        token: tokens[racer]!,
      })
    for (let round = 0; round < rounds; round++) {
      const answers = await racing(three, change('subscribe'))
      assert.equal(answers.filter(({ status }) => status === 200).length, limits.subscriptionsPerSession)
      await racing(three, change('unsubscribe'))
      assert.equal((await guest.soFar()).length, 2 * limits.subscriptionsPerSession)
    }
  },
)

test(
  'when a gateway is killed, the places of its sessions and no others are free within 15 s, with a date',
  { skip },
  async (t) => {
    await using spread = await openSpread()
    const three = await openThree(spread)
    const { client } = await openStreamer(three[0])
    using guests = new DisposableStack()
    const keys: string[] = []
    for (let place = 0; place < limits.clientSessions; place++) {
      const { content } = await three[place % 3]!.call('GET', '/open/v1/sessions/auth/client', { client })
      const guest = guests.use(await enter(content.url))
      keys.push(guest.sessionKey)
    }
    const [first, second, victim] = three
    const ofVictim = keys.filter((_, place) => place % 3 === 2)
    await victim.stop('SIGKILL')
    const killedAt = performance.now()
    let opened = 0
    while (opened < ofVictim.length) {
      const answers = await racing([first, second], (each) =>
        each.call('GET', '/open/v1/sessions/auth/client', { client }),
      )
      opened += answers.filter(({ status }) => status === 200).length
    }
    const freeAfterMs = performance.now() - killedAt
    assert.equal(opened, ofVictim.length)
    const more = await racing([first, second], (each) => each.call('GET', '/open/v1/sessions/auth/client', { client }))
    assert.deepEqual(
      more.filter(({ status }) => status === 200),
      [],
    )
    const { content } = await first.call('GET', '/open/v1/sessions/client?size=50', { client })
    const ended = content.data.filter((one: object) => 'disconnectedDate' in one)
    assert.deepEqual(ended.map(({ sessionKey }: { sessionKey: string }) => sessionKey).sort(), ofVictim.sort())
    t.diagnostic(`places free ${Math.round(freeAfterMs)} ms after the kill`)
  },
)
