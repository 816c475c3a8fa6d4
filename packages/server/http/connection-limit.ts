import type { Server } from 'node:http'
import type { Config } from '../config/config.ts'
import { attemptLimits } from '../features/webhooks/fairness-rules.ts'
import type { Log } from '../infra/log.ts'
import { noMetrics, type Metrics } from '../infra/metrics.ts'
import { readOpenFileLimit } from '../infra/open-files.ts'

/** How many clients may be connected, and the limit of open files that it is derived from. */
export type ConnectionLimit = { maxConnections: number; openFiles: number }

type LimitOptions = { metrics?: Pick<Metrics, 'connectionRefused'>; openFiles?: number | null }

/** Standard streams, the listener, Redis, files that are served, and what Node opens itself. */
const otherFiles = 64
/** The connection of the gateway's lease. */
const leaseConnections = 1

/**
 * Refuses connections when few open files are left, so that the database, the listener and webhook attempts always get a
 * descriptor. Null where the system has no limit.
 */
export function limitConnections(
  server: Server,
  config: Config,
  log: Pick<Log, 'warn'>,
  { metrics = noMetrics, openFiles = readOpenFileLimit() }: LimitOptions = {},
): ConnectionLimit | null {
  if (openFiles === null) return null
  const maxConnections = maxConnectionsFor(openFiles, config)
  server.maxConnections = maxConnections
  server.on('drop', () => {
    metrics.connectionRefused('open_files')
    log.warn({ maxConnections, openFiles }, 'connection.refused')
  })
  return { maxConnections, openFiles }
}

function maxConnectionsFor(openFiles: number, { databasePool, roles }: Config): number {
  const attempts = roles.includes('worker') ? attemptLimits.total : 0
  const reserve = otherFiles + databasePool + leaseConnections + attempts
  // With a low limit the reserve is half of it: an attempt that gets no descriptor is retried.
  return Math.max(openFiles - reserve, Math.floor(openFiles / 2))
}
