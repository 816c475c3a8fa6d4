import type { Platform } from '../../services.ts'
import type { Caller } from '../../shared/callers/caller.ts'
import { FairQueue } from '../../shared/fair-queue.ts'
import { fairShareOf } from '../../shared/networks/ip-prefix.ts'
import { scanConnections } from '../../infra/db/scan-connections.ts'

/** Runs the handler of an endpoint that scans. */
export type ScanLimit = <T>(caller: Caller, ip: string, handle: (deps: Platform) => Promise<T>) => Promise<T>

const maxWaiting = 20

/**
 * Runs the endpoints that read many rows on connections of their own, as many at once as there are connections. A person
 * runs one at a time, and those that wait are served in turn, so that the searches of one delay no one else.
 */
export function limitScans(deps: Platform): ScanLimit {
  const queue = new FairQueue({ maxRunning: scanConnections, maxRunningPerKey: 1, maxWaiting: { callers: maxWaiting } })
  const scanningDeps = { ...deps, db: deps.db.scanning }
  return (caller, ip, handle) => queue.run(() => handle(scanningDeps), { lane: 'callers', key: keyOf(caller, ip) })
}

/** Runs `send` for one file of a person at a time, and for a few files of all: no search waits for a slow client. */
export type FileLimit = (caller: Caller, ip: string, send: () => Promise<void>) => Promise<void>

export function limitFiles(): FileLimit {
  const queue = new FairQueue({ maxRunning: 4, maxRunningPerKey: 1, maxWaiting: { callers: 4 } })
  return (caller, ip, send) => queue.run(send, { lane: 'callers', key: keyOf(caller, ip) })
}

function keyOf(caller: Caller, ip: string): string {
  if (caller.kind === 'client') return caller.clientId
  if (caller.kind === 'token' || caller.kind === 'webSession') return caller.channelId
  return caller.kind === 'visitor' && caller.visitor !== null ? caller.visitor.channelId : fairShareOf(ip)
}
