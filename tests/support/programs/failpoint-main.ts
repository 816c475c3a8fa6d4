import { sql } from 'kysely'
import { Client } from 'pg'
import { readConfig } from '@onair/server/config/config.ts'
import { openListener } from '@onair/server/http/listener.ts'
import { createDeps } from '@onair/server/create-deps.ts'
import { openHttp, openRoles } from '@onair/server/roles.ts'
import { createSandbox } from '@onair/sandbox/sandbox.ts'
import { createServices } from '@onair/server/services.ts'
import { systemClock } from '@onair/server/infra/clock.ts'
import type { Db, Tx } from '@onair/server/infra/db/db.ts'
import { systemLog } from '@onair/server/infra/observability/log.ts'
import type { OutboundHttp } from '@onair/server/infra/outbound/outbound-http.ts'
import type { Failpoint } from './failpoints.ts'

/*
 * Runs the platform as `onair serve` does, and kills its own process when it reaches the given failpoint for the nth
 * time. The failpoints are wrappers around the real dependencies.
 */
const [failpoint, occurrence = '1'] = process.argv.slice(2) as [Failpoint | undefined, string | undefined]
let hits = 0

function hitFailpoint(current: Failpoint) {
  if (current !== failpoint) return
  hits += 1
  if (hits < Number(occurrence)) return
  process.kill(process.pid, 'SIGKILL')
  // Blocks, because the process may run on until the signal arrives.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)
}

function withDbFailpoints(db: Db): Db {
  return {
    ...db,
    async transaction(act) {
      let writes: TransactionWrites = noWrites
      const result = await db.transaction(async (tx, publish) => {
        const result = await act(tx, publish)
        writes = await loadTransactionWrites(tx)
        if (writes.claims > 0) hitFailpoint('before the commit of a claim')
        if (writes.recovered > 0) hitFailpoint('during the recovery')
        return result
      })
      if (writes.claims > 0) hitFailpoint('after the commit of a claim')
      if (writes.begun > 0) hitFailpoint('after the lease')
      if (writes.failed > 0) hitFailpoint('while a retry waits')
      return result
    },
  }
}

type TransactionWrites = { claims: number; begun: number; failed: number; recovered: number }
const noWrites: TransactionWrites = { claims: 0, begun: 0, failed: 0, recovered: 0 }

/** Loads the number of rows that this transaction has written. */
async function loadTransactionWrites(tx: Tx): Promise<TransactionWrites> {
  const { rows } = await sql<TransactionWrites>`
    with own as (select pg_current_xact_id()::xid as id)
    select (select count(*) from claim, own where claim.xmin = own.id) as claims,
      count(*) filter (where outcome is null) as begun, count(*) filter (where outcome = 'FAILED') as failed,
      count(*) filter (where outcome = 'UNKNOWN') as recovered
    from webhook_attempt, own where webhook_attempt.xmin = own.id`.execute(tx)
  return rows[0] ?? noWrites
}

function withOutboundFailpoints(outgoing: OutboundHttp): OutboundHttp {
  return {
    ...outgoing,
    async send(message) {
      hitFailpoint('before connecting')
      const result = await outgoing.send(message)
      if (!('failed' in result) && result.status < 300) hitFailpoint('after the answer, before it is recorded')
      return result
    },
  }
}

if (failpoint === 'during the migration') {
  const query = Object.getOwnPropertyDescriptor(Client.prototype, 'query')?.value as (...args: unknown[]) => unknown
  const queryWithFailpoint = function (this: Client, ...args: unknown[]) {
    hitFailpoint('during the migration')
    return Reflect.apply(query, this, args)
  }
  Object.assign(Client.prototype, { query: queryWithFailpoint })
}

const config = readConfig(process.env)
const clock = systemClock()
const log = systemLog({ level: 'error' })
const { server, addresses } = await openListener(config)
const openExtension = createSandbox()
const { db, outboundHttp, extension, ...others } = await createDeps({
  config,
  addresses,
  clock,
  log,
  print: () => {},
  openExtension,
})
const deps = { ...others, db: withDbFailpoints(db), outboundHttp: withOutboundFailpoints(outboundHttp) }
const platform = { ...deps, ...createServices(deps) }
await openRoles(server, platform, clock, { http: await openHttp(platform, extension) })
process.stdout.write(`${JSON.stringify(addresses)}\n`)
