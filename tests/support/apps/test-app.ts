import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import type { ErrorReason } from '@onair/contract'
import { readConfig, type Config } from '@onair/server/config/config.ts'
import { openRecorder } from '@onair/server/features/inspector/recorder.ts'
import type { OpenExtension } from '@onair/server/extension.ts'
import { noHooks } from '@onair/server/hooks.ts'
import { openListener } from '@onair/server/http/listener.ts'
import { openHttp, openRoles } from '@onair/server/roles.ts'
import { policyOf } from '@onair/server/policy.ts'
import type { Bus } from '@onair/server/infra/bus/bus.ts'
import { memoryBus } from '@onair/server/infra/bus/memory-bus.ts'
import { fakeClock, type FakeClock } from '../fake-clock.ts'
import type { Counters } from '@onair/server/infra/counters/counters.ts'
import { memoryCounters } from '@onair/server/infra/counters/memory-counters.ts'
import { openDb, type TimeLimits } from '@onair/server/infra/db/db.ts'
import type { ConnectionConfig } from '@onair/server/infra/db/pool.ts'
import { identityProvider, signInProvider } from '@onair/server/infra/oidc.ts'
import { silentLog, type Log } from '@onair/server/infra/observability/log.ts'
import { noMetrics, type Metrics } from '@onair/server/infra/observability/metrics.ts'
import { outboundHttp, type OutboundHttpOptions } from '@onair/server/infra/outbound/outbound-http.ts'
import { outboundRtmp } from '@onair/server/infra/outbound/outbound-rtmp.ts'
import { systemRandom } from '@onair/server/infra/random.ts'
import { noTracing, type Tracing } from '@onair/server/infra/observability/tracing.ts'
import type { Deps } from '@onair/server/infra/deps.ts'
import { createServices, type Platform } from '@onair/server/services.ts'
import { keysOfInstallation } from '@onair/server/shared/secrets.ts'
import { actOn, tryToAct, type Act, type ActionAnswer, type ActionName } from './actions.ts'
import { openReusedDatabase } from '../programs/reused-databases.ts'
import { sendRequest } from '../clients/send-request.ts'

export type ApiResponse = {
  status: number
  headers: Headers
  body: { code: number; message: string | null; content?: any; reason?: ErrorReason }
}
type CallOptions = {
  token?: string
  client?: { clientId: string; clientSecret: string }
  json?: unknown
  form?: Record<string, string>
  headers?: Record<string, string>
  raw?: string
}

/** The platform in this process, with a database to itself, a port and a fake clock. */
export type TestApp = AsyncDisposable & {
  deps: Platform
  clock: FakeClock
  url: string
  /** Calls an endpoint over HTTP. `path` may contain a query. */
  call(method: string, path: string, options?: CallOptions): Promise<ApiResponse>
  /** Performs an action of a person or a developer, which must succeed. */
  act: Act
  /** Performs an action that may be refused, with any fields. */
  tryAct(name: ActionName, fields: object): Promise<ActionAnswer>
  /** Actions of people at one channel, by any of their names. */
  actAt(channelId: string): (name: ActionName, byChannelId: string | null, fields?: object) => Promise<any>
  /** Creates a person, an application with all scopes, and tokens of the person for the application. */
  createFixture(app?: object): Promise<Fixture>
}
export type Fixture = {
  channelId: string
  channelName: string
  client: { clientId: string; clientSecret: string }
  token: string
  refreshToken: string
}

export type TestAppOptions = {
  settings?: Partial<Config>
  /** Opens what is added to the platform: by default nothing. */
  openExtension?: OpenExtension
  log?: Log
  out?: Omit<OutboundHttpOptions, 'clock'>
  /** Wraps the bus. */
  busAround?: (bus: Bus) => Bus
  openCounters?: () => Counters | Promise<Counters>
  metrics?: Metrics
  tracing?: (services: { clock: FakeClock; log: Log }) => Tracing
  openDatabase?: () => Promise<{ connection: ConnectionConfig } & AsyncDisposable>
  databaseTimeLimits?: TimeLimits
  /** Whether the lease of the gateway never ends. It runs out by the clock of the database, not by the fake clock. */
  hasLongLease?: boolean
  /** The time of the fake clock at the start. */
  startsAt?: number
  /** The keys of another process with the same database. */
  keys?: TestKeys
}

/** These run in real time. On a machine that is busy with other tests, a process may wait for a processor for seconds. */
const patientTimeLimits: TimeLimits = { pooledMs: 60_000, reservedMs: 60_000, scanningMs: 60_000 }

export async function openTestApp({
  settings = {},
  openExtension,
  log = silentLog,
  out: outboundOptions = { allowLoopbackHttp: true },
  busAround: wrapBus = (bus) => bus,
  openCounters = memoryCounters,
  metrics = noMetrics,
  tracing: createTracing = () => noTracing,
  openDatabase = openReusedDatabase,
  databaseTimeLimits = patientTimeLimits,
  hasLongLease = true,
  startsAt,
  keys = newKeys(),
}: TestAppOptions = {}): Promise<TestApp> {
  await using opening = new AsyncDisposableStack()
  const config: Config = {
    ...readConfig({ ONAIR_PORT: '0', ONAIR_RTMP_PORT: 'off', ONAIR_FFMPEG: 'off', ONAIR_ARGON_MEMORY_KIB: '8' }),
    ...settings,
  }
  const policy = policyOf(config)
  const clock = fakeClock(startsAt)
  const tracing = opening.use(createTracing({ clock, log }))
  const { connection } = opening.use(await openDatabase())
  const { server, addresses, listen } = opening.use(await openListener(config))
  const bus = opening.use(wrapBus(memoryBus({ log })))
  const counters = opening.use(await openCounters())
  const db = opening.use(
    openDb(connection, {
      bus,
      clock,
      log,
      timeLimits: databaseTimeLimits,
      tracing,
      onPublish: (message) => recorder.recordChannelEvent(message),
    }),
  )
  const recorder = opening.use(await openRecorder({ bus, clock, config, db, log, metrics, policy }))
  const outbound = opening.use(outboundHttp({ clock, ...outboundOptions }))
  const ownDeps: Omit<Deps, 'hooks'> = {
    addresses,
    bus,
    clock,
    config,
    counters,
    db,
    identityProvider: identityProvider(config, clock),
    log,
    metrics,
    outboundHttp: outbound,
    outboundRtmp: outboundRtmp(outboundOptions),
    policy,
    random: systemRandom,
    recorder,
    signInProviders: config.signInProviders.map((provider) => signInProvider(provider, clock)),
    tracing,
    version: 'test',
    ...keys,
  }
  const extension = openExtension === undefined ? null : opening.use(await openExtension(ownDeps, null))
  const infrastructure: Deps = { ...ownDeps, hooks: extension?.hooks ?? noHooks }
  const deps = { ...infrastructure, ...opening.use(createServices(infrastructure)) }
  await extension?.prepare(deps, undefined)
  opening.use(await openRoles(server, deps, clock, { http: opening.use(await openHttp(deps, extension)) }))
  // A fake clock that stands still does not renew it.
  if (hasLongLease) await sql`update gateway set lease_expires_at_db = 'infinity'`.execute(db.read)
  await listen()
  const opened = opening.move()

  const call = apiClient(addresses.baseUrl)
  const act = actOn(deps)
  return {
    deps,
    clock,
    url: addresses.baseUrl,
    call,
    act,
    tryAct: (name, fields) => tryToAct(name, fields, deps),
    actAt:
      (channelId) =>
      (name, byChannelId, fields = {}) =>
        act(name, { channelId, byChannelId, ...fields } as any),
    createFixture: (app = {}) => createFixture(act, app),
    [Symbol.asyncDispose]: () => disposeWithClock(opened, clock),
  }
}

export type TestKeys = Pick<Deps, 'dataKey' | 'installationKey' | 'programKey'>

/** The keys of a new installation with this secret key. */
export function newKeys(secretKey = systemRandom.bytes(32)): TestKeys {
  return { dataKey: systemRandom.bytes(32), ...keysOfInstallation({ current: secretKey, previous: null }) }
}

/** Moves the clock while the program stops, because it waits up to two seconds for clients that have stopped polling. */
async function disposeWithClock(opened: AsyncDisposableStack, clock: FakeClock): Promise<void> {
  const disposed = opened.disposeAsync().then(() => true)
  while (!(await Promise.race([disposed, wait(100, false, { ref: false })]))) clock.advance(1_000)
}

/** Calls of a server of the API by its base URL. */
export function apiClient(baseUrl: string): TestApp['call'] {
  return async (method, path, { token, client, json, form, headers, raw } = {}) => {
    const body =
      raw ?? (form ? new URLSearchParams(form).toString() : json === undefined ? undefined : JSON.stringify(json))
    const contentType = form ? 'application/x-www-form-urlencoded' : 'application/json'
    const { text, ...response } = await sendRequest(`${baseUrl}${path}`, {
      method,
      headers: {
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...(client && { 'client-id': client.clientId, 'client-secret': client.clientSecret }),
        ...(body !== undefined && { 'content-type': contentType }),
        ...headers,
      },
      ...(body !== undefined && { body }),
    })
    return { ...response, body: JSON.parse(text) as ApiResponse['body'] }
  }
}

async function createFixture(act: Act, app: object): Promise<Fixture> {
  const { channelId, channelName } = await act('createPerson', { channelName: '방송인' })
  const client = await act('createApp', { name: 'bot', redirectUri: 'http://127.0.0.1:9/callback', ...app })
  const { accessToken, refreshToken } = await act('createGrant', { clientId: client.clientId, channelId })
  return { channelId, channelName, client, token: accessToken, refreshToken }
}
