import type { Why } from '@onair/contract'
import { readConfig, type Config } from '../config.ts'
import { openRecorder } from '../features/inspector/recorder.ts'
import { demoWriter } from '../features/sandbox/demo.ts'
import { openListener } from '../listener.ts'
import { openRoles } from '../program.ts'
import type { Bus } from '../world/bus/bus.ts'
import { memoryBus } from '../world/bus/memory-bus.ts'
import { heldClock, type HeldClock } from '../world/clock.ts'
import { memoryCounters } from '../world/counters/memory-counters.ts'
import { openDb } from '../world/db/db.ts'
import { identityProvider } from '../world/identity-provider.ts'
import { silentLog, type Log } from '../world/log.ts'
import { outgoing, type OutgoingOptions } from '../world/outgoing.ts'
import { systemRandom } from '../world/random.ts'
import type { World } from '../world/world.ts'
import { openDatabase } from './databases.ts'

export type Answer = {
  status: number
  headers: Headers
  body: { code: number; message: string | null; content?: any; why?: Why }
}
type With = {
  token?: string
  client?: { clientId: string; clientSecret: string }
  json?: unknown
  form?: Record<string, string>
  headers?: Record<string, string>
  raw?: string
}

/** A fresh platform with a database of its own, on a real port, and a clock that the test holds; the demo world if asked for. */
export type Scene = AsyncDisposable & {
  world: World
  clock: HeldClock
  url: string
  /** Calls an operation as its users do; `path` may hold a query. */
  call(method: string, path: string, given?: With): Promise<Answer>
  /** Calls an operation of the sandbox that must succeed, and answers its content. */
  play(method: string, path: string, json?: unknown): Promise<any>
  /** A person, an application that has every scope, and a token set of the one for the other. */
  cast(app?: object): Promise<Cast>
}
export type Cast = {
  channelId: string
  channelName: string
  client: { clientId: string; clientSecret: string }
  token: string
  refreshToken: string
}

export async function openScene({
  settings = {},
  demo = false,
  log = silentLog,
  out = { allowLoopbackHttp: true },
  busAround = (bus) => bus,
}: {
  settings?: Partial<Config>
  demo?: boolean
  log?: Log
  out?: Omit<OutgoingOptions, 'clock'>
  /** What stands between the platform and its bus. */
  busAround?: (bus: Bus) => Bus
} = {}): Promise<Scene> {
  await using opening = new AsyncDisposableStack()
  const config: Config = { ...readConfig({ PORT: '0', ARGON_MEMORY_KIB: '8' }), ...settings }
  const clock = heldClock()
  const { connection } = opening.use(await openDatabase())
  const { server, addresses } = opening.use(await openListener(config))
  const bus = opening.use(busAround(memoryBus({ log })))
  const counters = opening.use(memoryCounters())
  const db = opening.use(openDb(connection, { bus, log, told: (signal) => recorder.told(signal) }))
  const recorder = opening.use(await openRecorder({ bus, clock, config, db, log }))
  const programKey = systemRandom.bytes(32)
  const world: World = {
    addresses,
    bus,
    clock,
    config,
    counters,
    db,
    identityProvider: identityProvider(config, clock),
    log,
    outgoing: outgoing({ clock, ...out }),
    programKey,
    random: systemRandom,
    recorder,
    version: 'test',
  }
  if (demo) await db.change(await demoWriter(world))
  opening.use(await openRoles(server, world, clock))
  const opened = opening.move()

  const call: Scene['call'] = async (method, path, { token, client, json, form, headers, raw } = {}) => {
    const body =
      raw ?? (form ? new URLSearchParams(form).toString() : json === undefined ? undefined : JSON.stringify(json))
    const type = form ? 'application/x-www-form-urlencoded' : 'application/json'
    const response = await fetch(`${addresses.baseUrl}${path}`, {
      method,
      redirect: 'manual',
      headers: {
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...(client && { 'client-id': client.clientId, 'client-secret': client.clientSecret }),
        ...(body !== undefined && { 'content-type': type }),
        ...headers,
      },
      ...(body !== undefined && { body }),
    })
    return { status: response.status, headers: response.headers, body: (await response.json()) as Answer['body'] }
  }
  const play: Scene['play'] = async (method, path, json) => {
    const { status, body } = await call(method, `/sandbox/v1${path}`, { json })
    if (status !== 200) throw new Error(`${method} ${path} answered ${JSON.stringify(body)}`)
    return body.content
  }
  return {
    world,
    clock,
    url: addresses.baseUrl,
    call,
    play,
    async cast(app = {}) {
      const { channelId, channelName } = await play('POST', '/people', { channelName: '방송인' })
      const client = await play('POST', '/apps', { name: 'bot', redirectUri: 'http://127.0.0.1:9/callback', ...app })
      const set = await play('POST', '/grants', { clientId: client.clientId, channelId })
      return { channelId, channelName, client, token: set.accessToken, refreshToken: set.refreshToken }
    },
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  }
}
