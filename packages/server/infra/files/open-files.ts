import type { Config } from '../../config/config.ts'
import { scanConnections } from '../db/scan-connections.ts'
import { connectionLimits } from '../outbound/outbound-connection.ts'

/** How many clients may be connected, and the limit of open files that it is derived from. */
export type ConnectionLimit = { maxConnections: number; openFiles: number }

/** Standard streams, the listener, Redis, files that are served, and what Node opens itself. */
const otherFiles = 64
/** The connections of the gateway's lease, and of queries that read many rows. */
const otherDatabaseConnections = 1 + scanConnections

/** Leaves open files to the database, the listener and webhook attempts. Null where the system has no limit. */
export function connectionLimitOf(
  { databasePool, roles }: Pick<Config, 'databasePool' | 'roles'>,
  openFiles = readOpenFileLimit(),
): ConnectionLimit | null {
  if (openFiles === null) return null
  const attempts = roles.includes('worker') ? connectionLimits.total : 0
  const reserve = otherFiles + databasePool + otherDatabaseConnections + attempts
  // With a low limit the reserve is half of it: an attempt that gets no descriptor is retried.
  return { openFiles, maxConnections: Math.max(openFiles - reserve, Math.floor(openFiles / 2)) }
}

let openFileLimit: number | null | undefined

/** How many files, connections included, this process may have open. Null where the system has no such limit. */
export function readOpenFileLimit(): number | null {
  // The report takes 3 ms, and each world asks.
  if (openFileLimit === undefined) openFileLimit = openFileLimitOfReport()
  return openFileLimit
}

function openFileLimitOfReport(): number | null {
  // Otherwise the report looks up the name of every peer. The types do not have the property.
  Object.assign(process.report, { excludeNetwork: true })
  const { userLimits } = process.report.getReport() as { userLimits?: { open_files?: { soft: number | string } } }
  const limit = Number(userLimits?.open_files?.soft)
  return Number.isSafeInteger(limit) ? limit : null
}
