import { sql } from 'kysely'
import { Client } from 'pg'
import { readConfig } from '../config.ts'
import { openListener } from '../listener.ts'
import { openWorld } from '../open-world.ts'
import { openRoles } from '../program.ts'
import { offsetClock } from '../world/clock.ts'
import type { Db, Tx } from '../world/db/db.ts'
import { systemLog } from '../world/log.ts'
import type { Outgoing } from '../world/outgoing.ts'
import type { KillPoint } from './kill-points.ts'

/*
 * The platform for the tests to kill: it runs as `onair serve` does, and kills itself when it comes to the named point
 * for the nth time. What it is made of is the real thing; the points are put around it from outside.
 */
const [point, nth = '1'] = process.argv.slice(2) as [KillPoint | undefined, string | undefined]
let times = 0

function reached(here: KillPoint) {
  if (here !== point) return
  times += 1
  if (times < Number(nth)) return
  process.kill(process.pid, 'SIGKILL')
  // Nothing more is to happen here, not even until the signal arrives.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)
}

function killingDb(db: Db): Db {
  return {
    ...db,
    async change(act) {
      let written: Written = nothing
      const result = await db.change(async (tx, tell) => {
        const result = await act(tx, tell)
        written = await writtenIn(tx)
        if (written.claims > 0) reached('before the commit of a claim')
        if (written.recovered > 0) reached('during the recovery')
        return result
      })
      if (written.claims > 0) reached('after the commit of a claim')
      if (written.begun > 0) reached('after the lease')
      if (written.failed > 0) reached('while a resend waits')
      return result
    },
  }
}

type Written = { claims: number; begun: number; failed: number; recovered: number }
const nothing: Written = { claims: 0, begun: 0, failed: 0, recovered: 0 }

/** What this very transaction has written. */
async function writtenIn(tx: Tx): Promise<Written> {
  const { rows } = await sql<Written>`
    with own as (select pg_current_xact_id()::xid as id)
    select (select count(*) from claim, own where claim.xmin = own.id) as claims,
      count(*) filter (where outcome is null) as begun, count(*) filter (where outcome = 'FAILED') as failed,
      count(*) filter (where outcome = 'UNKNOWN') as recovered
    from webhook_attempt, own where webhook_attempt.xmin = own.id`.execute(tx)
  return rows[0] ?? nothing
}

function killingOutgoing(outgoing: Outgoing): Outgoing {
  return {
    ...outgoing,
    async send(message) {
      reached('before connecting')
      const result = await outgoing.send(message)
      if (!('failed' in result) && result.status < 300) reached('after the answer, before it is recorded')
      return result
    },
  }
}

if (point === 'during the migration') {
  const query = Object.getOwnPropertyDescriptor(Client.prototype, 'query')?.value as (...args: unknown[]) => unknown
  const counting = function (this: Client, ...args: unknown[]) {
    reached('during the migration')
    return Reflect.apply(query, this, args)
  }
  Object.assign(Client.prototype, { query: counting })
}

const config = readConfig(process.env)
const clock = offsetClock()
const log = systemLog({ level: 'error' })
const { server, addresses } = await openListener(config)
const world = await openWorld({ config, addresses, clock, log, say: () => {} })
await openRoles(server, { ...world, db: killingDb(world.db), outgoing: killingOutgoing(world.outgoing) }, clock)
process.stdout.write(`${JSON.stringify(addresses)}\n`)
