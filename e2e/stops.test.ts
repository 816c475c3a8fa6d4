import assert from 'node:assert/strict'
import { test } from 'node:test'
import { donateTo, journalOf, listenTo, openStreamer, type Streamer } from '../server/testing/donations.ts'
import { seeded } from '../server/testing/seeded.ts'
import type { SessionClient } from '../server/testing/session-client.ts'
import { openSpread, spreadMissing, type Spread, type SpreadProcess } from '../server/testing/spread.ts'

const seed = Number(process.env['FAULT_SEED'] ?? 7)
/** The longest stop, in seconds; more by `npm run faults`. */
const longestSec = Number(process.env['FAULT_STOP_SEC'] ?? 3)

type Processes = { api: SpreadProcess; gateway: SpreadProcess }
type Stop = { name: string; begin: (processes: Processes) => void; end: (processes: Processes) => void }

const stops: Stop[] = [
  {
    name: 'the bus hangs for the gateway',
    begin: ({ gateway }) => gateway.toRedis.freeze(),
    end: ({ gateway }) => gateway.toRedis.thaw(),
  },
  {
    name: 'the bus is gone for all',
    begin: ({ api, gateway }) => [api, gateway].forEach(({ toRedis }) => toRedis.cut()),
    end: ({ api, gateway }) => [api, gateway].forEach(({ toRedis }) => toRedis.restore()),
  },
  {
    name: 'the database is gone for the gateway',
    begin: ({ gateway }) => gateway.toDatabase.cut(),
    end: ({ gateway }) => gateway.toDatabase.restore(),
  },
  {
    name: 'the database hangs for all',
    begin: ({ api, gateway }) => [api, gateway].forEach(({ toDatabase }) => toDatabase.freeze()),
    end: ({ api, gateway }) => [api, gateway].forEach(({ toDatabase }) => toDatabase.thaw()),
  },
  {
    name: 'the gateway stands still',
    begin: ({ gateway }) => gateway.signal('SIGSTOP'),
    end: ({ gateway }) => gateway.signal('SIGCONT'),
  },
]

/** What one session heard: everything from where it began, until it was closed or now. */
type Heard = { beganAfter: number; ids: string[]; isOver: boolean }

/** Someone who listens, and asks for a new session whenever theirs is closed. */
async function follow(spread: Spread, api: SpreadProcess, streamer: Streamer) {
  const sessions: Heard[] = []
  const stop = new AbortController()
  const began = Promise.withResolvers<void>()
  const following = (async () => {
    while (!stop.signal.aborted) {
      const guest = await listenTo('donation', api, streamer).catch(() => null)
      if (guest === null) continue
      const heard: Heard = { beganAfter: (await journalOf(spread)).length, ids: [], isOver: false }
      sessions.push(heard)
      began.resolve()
      await hearAll(guest, heard)
    }
  })()
  let guestNow: (SessionClient & { sessionKey: string }) | null = null
  async function hearAll(guest: SessionClient & { sessionKey: string }, heard: Heard) {
    guestNow = guest
    try {
      for (;;) heard.ids.push((await guest.next())[1].eventId)
    } catch {
      heard.isOver = true
    }
  }
  await began.promise
  return {
    sessions,
    async [Symbol.asyncDispose]() {
      stop.abort()
      guestNow?.[Symbol.dispose]()
      await following
    },
  }
}

test(
  `no session has a hole, whatever stops for up to ${longestSec} s, and everybody is answered`,
  { skip: spreadMissing },
  async (t) => {
    const dice = seeded(seed)
    await using spread = await openSpread()
    const gateway = await spread.start('gateway,worker')
    const api = await spread.start('api', { SOCKET_URL: gateway.socketUrl })
    const streamer = await openStreamer(api)
    await using follower = await follow(spread, api, streamer)
    const died = Promise.race([gateway.ended, api.ended]).then(({ said }) => Promise.reject(new Error(said)))
    died.catch(() => {})
    let slowestMs = 0
    const give = async () => {
      const at = performance.now()
      const { status } = await donateTo(api, streamer.channelId)
      slowestMs = Math.max(slowestMs, performance.now() - at)
      assert.ok([200, 500, 503].includes(status), `answered ${status}`)
      return status
    }

    for (const { name, begin, end } of stops) {
      const stopMs = 1_000 + dice.below(longestSec * 1_000 - 1_000)
      await give()
      begin({ api, gateway })
      for (const until = performance.now() + stopMs; performance.now() < until;) await give()
      end({ api, gateway })
      const endedAt = performance.now()
      while ((await give()) !== 200);
      await Promise.race([whole(follower.sessions, spread), died])
      const closed = follower.sessions.filter(({ isOver }) => isOver).length
      t.diagnostic(
        `${name} for ${Math.round(stopMs)} ms: whole ${Math.round(performance.now() - endedAt)} ms after, ${closed} sessions closed so far`,
      )
    }
    const journal = await journalOf(spread)
    for (const { beganAfter, ids, isOver } of follower.sessions) {
      const first = ids[0] === undefined ? journal.length : journal.indexOf(ids[0])
      assert.deepEqual(ids, journal.slice(first, first + ids.length))
      assert.ok(first <= beganAfter, `began at ${first}, subscribed at ${beganAfter}`)
      assert.ok(isOver || first + ids.length === journal.length)
    }
    t.diagnostic(`seed ${seed}, ${journal.length} donations, slowest answer ${Math.round(slowestMs)} ms`)
  },
)

/** Waits until the session that is open has heard all that was written down. */
async function whole(sessions: Heard[], spread: Spread) {
  const last = (await journalOf(spread)).at(-1)
  for (;;) {
    const open = sessions.at(-1)
    if (
      open !== undefined &&
      !open.isOver &&
      (open.ids.at(-1) === last || open.beganAfter >= (await journalOf(spread)).length)
    )
      return
    await spread.db.read.selectFrom('donation').select('id').limit(1).execute()
  }
}
