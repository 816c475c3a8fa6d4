import type { Config } from '@onair/server/config/config.ts'
import type { DatabaseFacts } from '@onair/server/infra/db/inspect-database.ts'
import type { RedisFacts } from '@onair/server/infra/redis/inspect-redis.ts'

/** `error`: the start fails or is unsafe. `warning`: it works, but not well. */
export type CheckResult = { name: string; status: 'ok' | 'warning' | 'error'; text: string }

const [oldestPostgres, oldestPostgresName] = [150_000, '15']
const mb = 1_048_576

export function checkDatabaseFacts(
  facts: DatabaseFacts,
  { databasePool }: Pick<Config, 'databasePool'>,
): CheckResult[] {
  const { version, settings, maxConnections, clockAheadMs } = facts
  const results: CheckResult[] = []
  const add = (status: CheckResult['status'], text: string) => results.push({ name: 'database', status, text })
  const versionText = `PostgreSQL ${Math.floor(version / 10_000)}.${version % 10_000}`
  if (version < oldestPostgres) add('error', `${versionText} is too old: use ${oldestPostgresName} or newer.`)
  else add('ok', `${versionText}, at most ${maxConnections} connections.`)
  if (settings.server_encoding !== 'UTF8')
    add('error', `The encoding is ${settings.server_encoding}: create the database with the encoding UTF8.`)
  for (const name of ['fsync', 'full_page_writes'] as const)
    if (settings[name] === 'off') add('error', `${name} is off: a crash of the machine destroys the database.`)
  if (settings.synchronous_commit === 'off')
    add('warning', 'synchronous_commit is off: a crash loses changes that were acknowledged.')
  if (databasePool + 5 > maxConnections)
    add(
      'error',
      `max_connections is ${maxConnections}, but ONAIR_DATABASE_POOL=${databasePool} needs ${databasePool + 5}: raise max_connections or lower ONAIR_DATABASE_POOL.`,
    )
  if (Math.abs(clockAheadMs) > 2_000)
    results.push({
      name: 'clock',
      status: Math.abs(clockAheadMs) > 60_000 ? 'error' : 'warning',
      text: `The clock of the database is ${Math.abs(clockAheadMs)} ms ${clockAheadMs < 0 ? 'behind' : 'ahead of'} this machine: run NTP on both.`,
    })
  else results.push({ name: 'clock', status: 'ok', text: 'The clocks of this machine and the database agree.' })
  return results
}

export function checkRedisFacts({ version, maxMemory, policy }: RedisFacts): CheckResult {
  const result = (status: CheckResult['status'], text: string): CheckResult => ({ name: 'redis', status, text })
  if (maxMemory === 0) return result('warning', `Redis ${version} has no maxmemory: set a limit such as 256mb.`)
  const size = `Redis ${version}, maxmemory ${Math.round(maxMemory / mb)} MB, ${policy}.`
  if (maxMemory < 64 * mb) return result('warning', `${size} Counters need up to 64 MB.`)
  if (policy.startsWith('allkeys'))
    return result('warning', `${size} This policy evicts counters of limits in use: set volatile-ttl.`)
  return result('ok', size)
}

export function checkDiskSpace(freeBytes: number, dir: string): CheckResult {
  const free = `${Math.floor(freeBytes / mb)} MB are free in ${dir}`
  if (freeBytes < 256 * mb)
    return {
      name: 'disk',
      status: 'error',
      text: `${free}: free at least 256 MB. PostgreSQL stops when the disk is full.`,
    }
  if (freeBytes < 2_048 * mb) return { name: 'disk', status: 'warning', text: `${free}: it fills soon.` }
  return { name: 'disk', status: 'ok', text: `${free}.` }
}

/** In production with https at ONAIR_BASE_URL and plain HTTP here, a proxy is in front. */
export function checkProxy({ baseUrl, mode, tlsCert, trustProxy }: Config): CheckResult[] {
  if (mode !== 'production' || trustProxy || tlsCert !== null || !baseUrl?.startsWith('https:')) return []
  const text =
    'A proxy serves ONAIR_BASE_URL: set ONAIR_TRUST_PROXY=true if it sets X-Forwarded-For, or all people share its limits.'
  return [{ name: 'proxy', status: 'warning', text }]
}

/** `httpDate`: the header Date of the response. */
export function checkPublicResponse(
  url: string,
  { status, httpDate, now }: { status: number; httpDate: string | null; now: number },
): CheckResult[] {
  const answer = `${url} answers ${status}${status >= 500 ? ', as a proxy does while this server is stopped' : ''}.`
  const reached: CheckResult = { name: 'public URL', status: 'ok', text: answer }
  const differenceMs = httpDate === null ? 0 : Date.parse(httpDate) - now
  // The header has full seconds.
  if (!(Math.abs(differenceMs) > 5_000)) return [reached]
  const seconds = Math.round(Math.abs(differenceMs) / 1_000)
  const text = `The clock of ${url} is ${seconds} s ${differenceMs < 0 ? 'behind' : 'ahead of'} this machine: run NTP.`
  return [reached, { name: 'clock', status: 'warning', text }]
}
