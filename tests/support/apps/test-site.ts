import { after, before } from 'node:test'
import { readConfig } from '@onair/server/config/config.ts'
import type { Db } from '@onair/server/infra/db/db.ts'
import { systemLog } from '@onair/server/infra/observability/log.ts'
import { clusterUnavailable, openCluster } from '../programs/cluster.ts'
import { openRoundRobin } from '../programs/round-robin.ts'
import { findFreePort } from '../programs/port.ts'
import { createFixtureInSandbox, openSandboxApp, type SandboxApp } from './sandbox-app.ts'
import { apiClient } from './test-app.ts'

/** The parts of a site that a scenario needs: the public API, the sandbox API, and what an operator sees. */
export type TestSite = Pick<SandboxApp, 'url' | 'call' | 'sandbox' | 'createFixture'> & {
  db: Db
  /** The keys of the platform, which stand nowhere. */
  keys: readonly Buffer[]
  /** Moves the time of the platform. */
  advance(seconds: number): Promise<void>
  /** Reads the log of the processes. Six processes end first, because they buffer their lines. */
  readLog(): Promise<string>
} & AsyncDisposable
/** Settings by their names in the environment. */
type Settings = Record<string, string>

/** Whether scenarios run against two API, two gateway and two worker processes, as `npm run scenarios` does. */
const runsSixProcesses = process.env['SCENARIO_SITE'] === 'six'
export const siteUnavailable = runsSixProcesses && clusterUnavailable

/** Opens a site in one process, with the tests' database, or six processes that the scenarios of a file share. */
export async function openTestSite(settings: Settings = {}): Promise<TestSite> {
  if (!runsSixProcesses) return openSiteHere(settings)
  const key = JSON.stringify(settings)
  if (shared?.key !== key) await closeTestSite()
  shared ??= { key, site: openSixProcesses(settings) }
  return { ...(await shared.site), [Symbol.asyncDispose]: async () => {} }
}

let shared: { key: string; site: Promise<TestSite> } | null = null

/**
 * Starts the six processes of a file, if there are any, before its first scenario, so that the limit of a scenario does not
 * count their start. Ends them after the last one.
 */
export function shareTestSite(settings: Settings = {}): void {
  if (!runsSixProcesses || siteUnavailable) return
  before(async () => void (await openTestSite(settings)))
  after(closeTestSite)
}

async function closeTestSite(): Promise<void> {
  const closing = shared
  shared = null
  await (await closing?.site)?.[Symbol.asyncDispose]()
}

async function openSiteHere(settings: Settings): Promise<TestSite> {
  const lines: string[] = []
  const config = readConfig({ ONAIR_PORT: '0', ONAIR_ARGON_MEMORY_KIB: '8', ONAIR_LOG_LEVEL: 'error', ...settings })
  await using opening = new AsyncDisposableStack()
  const log = opening.use(
    systemLog({ level: config.logLevel ?? 'error', destination: { write: (line) => void lines.push(line) } }),
  )
  const app = opening.use(await openSandboxApp({ log, settings: config }))
  const opened = opening.move()
  return {
    ...app,
    db: app.deps.db,
    keys: [app.deps.installationKey, app.deps.programKey.current],
    advance: async (seconds) => app.clock.advance(seconds * 1_000),
    readLog: async () => lines.join(''),
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  }
}

/** Opens six processes behind a load balancer with the public address of the API and of the sockets. */
export async function openSixProcesses(settings: Settings = {}) {
  await using opening = new AsyncDisposableStack()
  const balancer = opening.use(await openRoundRobin())
  const cluster = opening.use(await openCluster())
  const env = { ...settings, ONAIR_BASE_URL: balancer.url, ONAIR_SOCKET_URL: balancer.url }
  const start = async (roles: string) => {
    const own = { ...env, ONAIR_PORT: String(await findFreePort()) }
    return { roles, env: own, url: `http://127.0.0.1:${own.ONAIR_PORT}`, process: await cluster.start(roles, own) }
  }
  const [apis, gateways] = [
    [await start('api'), await start('api')],
    [await start('gateway'), await start('gateway')],
  ]
  const workers = [await start('worker'), await start('worker')]
  const urlsOf = (members: typeof apis) => members.map(({ url }) => url)
  balancer.setTargets({ apis: urlsOf(apis), gateways: urlsOf(gateways) })
  const call = apiClient(balancer.url)
  const sandbox: SandboxApp['sandbox'] = async (method, path, json) => {
    const { status, body } = await call(method, `/sandbox/v1${path}`, { json })
    if (status !== 200) throw new Error(`${method} ${path} returned ${status} ${body.message}`)
    return body.content
  }
  const opened = opening.move()
  const members = [...apis, ...gateways, ...workers]
  return {
    url: balancer.url,
    call,
    sandbox,
    createFixture: (app = {}) => createFixtureInSandbox(sandbox, app),
    cluster,
    members,
    db: cluster.db,
    keys: [cluster.secretKey],
    advance: async (seconds) => void (await sandbox('POST', '/clock', { advanceSeconds: seconds })),
    async readLog() {
      const results = await Promise.all(members.map(({ process }) => process.stop()))
      return results.map(({ stderr }) => stderr).join('')
    },
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  } satisfies TestSite & Record<string, unknown>
}
