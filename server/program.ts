import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http'
import { errors } from '@onair/contract'
import type { Config } from './config.ts'
import { syncClock } from './features/clock/sync-clock.ts'
import { prepareDemo } from './features/demo/demo.ts'
import type { Gateway } from './gateway/gateway.ts'
import { respondNotReady, openListener } from './listener.ts'
import { gracefulShutdown } from './graceful-shutdown.ts'
import { limitConnections, type ConnectionLimit } from './connection-limit.ts'
import { serveInOrder } from './pipelining.ts'
import { createDeps, type Database } from './create-deps.ts'
import { systemClock, type AdjustableClock } from './infra/clock.ts'
import { knownHosts } from './infra/known-hosts.ts'
import type { Log } from './infra/log.ts'
import { summarizeFaults } from './infra/summarize-faults.ts'
import { requirePrivateSandbox } from './infra/private-sandbox.ts'
import type { Deps } from './infra/deps.ts'
import { endWithError } from './shared/raw-response.ts'

export type Program = AsyncDisposable & {
  deps: Deps
  /** Null where the system has no limit. */
  connectionLimit: ConnectionLimit | null
  reloadCertificate: () => Promise<void>
}

type ProgramOptions = {
  config: Config
  log: Log
  clock?: AdjustableClock
  print?: (text: string) => void
  /** Called when the program cannot continue. */
  onFailure?: (error: Error) => void
  /** A database that is open already, instead of the one of the settings. */
  database?: Database
}

/** Starts the program: dependencies, roles, listener. Disposing stops them in reverse order. */
export async function openProgram({
  config,
  clock = systemClock(),
  print = () => {},
  onFailure = () => {},
  ...options
}: ProgramOptions): Promise<Program> {
  await using opening = new AsyncDisposableStack()
  const log = opening.use(summarizeFaults(options.log, clock))
  await requirePrivateSandbox(config)
  const { server, addresses, listen, reloadCertificate } = opening.use(await openListener(config))
  const connectionLimit = limitConnections(server, config, log)
  const deps = opening.use(
    await createDeps({ config, addresses, clock, log, print, onFailure, database: options.database }),
  )
  if (config.mode === 'sandbox') await deps.db.transaction(await prepareDemo(deps))
  opening.defer(() => server.closeAllConnections())
  opening.use(await openRoles(server, deps, clock))
  await listen()
  opening.use(gracefulShutdown(server, clock))

  const opened = opening.move()
  return { deps, connectionLimit, reloadCertificate, [Symbol.asyncDispose]: () => opened.disposeAsync() }
}

/** Starts the roles of this process on a server. The code of the others is not loaded. */
export async function openRoles(server: Server, deps: Deps, clock: AdjustableClock): Promise<AsyncDisposable> {
  const { roles } = deps.config
  await using opening = new AsyncDisposableStack()
  opening.use(await syncClock(deps, clock))

  if (roles.includes('worker')) {
    const { openWorker } = await import('./worker/worker.ts')
    opening.use(await openWorker(deps))
  }
  const isKnownHost = knownHosts(deps.config, deps.addresses)
  const gateway = roles.includes('gateway') ? await serveSockets(server, isKnownHost, deps, opening) : null
  const handleHttp = roles.includes('api') ? await serveHttp(deps, opening) : answerNotFound
  const serve: RequestListener = (request, response) => {
    if (!isKnownHost(request)) answerMisdirected(response)
    else if (!gateway?.handleRequest(request, response)) handleHttp(request, response)
  }
  replaceRequestListener(
    server,
    serveInOrder(serve, () => deps.log.warn({}, 'connection.pipelining_exceeded')),
  )
  return opening.move()
}

const json = { 'content-type': 'application/json; charset=utf-8' }

function answerNotFound(_request: IncomingMessage, response: ServerResponse) {
  response.writeHead(404, json).end('{"code":404,"message":"NOT_FOUND"}')
}

function answerMisdirected(response: ServerResponse) {
  const { status, message } = errors.misdirected
  const reason = { code: 'UNKNOWN_HOST', params: {} }
  response.writeHead(status, json).end(JSON.stringify({ code: status, message, reason }))
}

async function serveSockets(
  server: Server,
  isKnownHost: (request: IncomingMessage) => boolean,
  deps: Deps,
  opening: AsyncDisposableStack,
): Promise<Gateway> {
  const { openGateway } = await import('./gateway/gateway.ts')
  const gateway = opening.use(await openGateway(deps))
  server.on('upgrade', (request, stream, head) => {
    const { status, message } = errors.misdirected
    if (isKnownHost(request)) gateway.handleUpgrade(request, stream, head)
    else endWithError(stream, status, message)
  })
  return gateway
}

async function serveHttp(deps: Deps, opening: AsyncDisposableStack): Promise<RequestListener> {
  const { openApiServer } = await import('./api/server.ts')
  const api = opening.use(await openApiServer(deps))
  await api.server.ready()
  return (request, response) => api.server.routing(request, response)
}

function replaceRequestListener(server: Server, listener: RequestListener) {
  server.off('request', respondNotReady)
  server.on('request', listener)
}
