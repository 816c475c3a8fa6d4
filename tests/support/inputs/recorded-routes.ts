import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { IncomingMessage } from 'node:http'
import type { Endpoint } from '@onair/contract'

/** The parts of Fastify's server that are used. */
type Server = {
  addHook(name: 'onRoute', hook: (route: Route) => void): unknown
  addHook(
    name: 'onRequest',
    hook: (request: { raw: IncomingMessage }, reply: unknown, done: () => void) => void,
  ): unknown
}
type Route = {
  method: string | string[]
  url: string
  bodyLimit?: number
  config?: { endpoint?: Endpoint; isPage?: boolean }
}

/** A route as the server registered it. `endpoint`: of the contract, if it is one. `isPage`: whether the pipeline of pages serves it. */
export type RecordedRoute = {
  method: string
  url: string
  bodyLimit: number | undefined
  endpoint: Endpoint | undefined
  isPage: boolean
}

export type RouteRecorder = Disposable & {
  routes: RecordedRoute[]
  /** Runs `call`, and returns the names of the headers that the code asks for meanwhile. */
  recordHeaders(call: () => Promise<unknown>): Promise<string[]>
}

/** Records the routes of every server that is created from now on, whoever registers them. */
export function recordRoutes(): RouteRecorder {
  const routes: RecordedRoute[] = []
  let headersRead: Set<string> | null = null
  const onServer = (message: unknown) => {
    const { fastify } = message as { fastify: Server }
    fastify.addHook('onRoute', ({ method, url, bodyLimit, config }) => {
      const { endpoint, isPage = false } = config ?? {}
      for (const one of [method].flat()) routes.push({ method: one, url, bodyLimit, endpoint, isPage })
    })
    fastify.addHook('onRequest', ({ raw }, _reply, done) => {
      const names = headersRead
      if (names !== null)
        raw.headers = new Proxy(raw.headers, {
          get(headers, name: string) {
            names.add(name)
            return headers[name]
          },
        })
      done()
    })
  }
  subscribe('fastify.initialization', onServer)
  return {
    routes,
    async recordHeaders(call) {
      const names = (headersRead = new Set<string>())
      await call()
      headersRead = null
      return [...names].filter((name) => typeof name === 'string' && !framing.has(name))
    },
    [Symbol.dispose]: () => void unsubscribe('fastify.initialization', onServer),
  }
}

/** Headers that frame a message. Node reads them before the code does. */
const framing = new Set([
  'connection',
  'content-length',
  'expect',
  'host',
  'keep-alive',
  'transfer-encoding',
  'upgrade',
])
