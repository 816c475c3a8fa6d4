import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { errorCodes, errors } from '@onair/contract'
import type { Config } from './config/config.ts'
import { syncClock } from './features/clock/sync-clock.ts'
import type { Extension } from './extension.ts'
import type { Gateway } from './gateway/gateway.ts'
import { Drain } from './http/drain.ts'
import { respondNotReady } from './http/listener.ts'
import { serveInOrder } from './http/pipelining.ts'
import type { AdjustableClock } from './infra/clock.ts'
import { isForwarded } from './infra/forwarded-requests.ts'
import { knownHosts } from './infra/known-hosts.ts'
import type { Deps } from './infra/deps.ts'
import type { Platform } from './services.ts'
import { endWithError } from './shared/raw-response.ts'

/**
 * Starts the roles of this process on a server. The code of the others is not loaded. `http`: the open role `api`, if it was
 * opened before the data was there. `drain` answers the probes of proxies at `/healthz`.
 */
export async function openRoles(
  server: Server,
  deps: Platform,
  clock: AdjustableClock,
  { http, drain = new Drain(clock) }: { http?: HttpRole; drain?: Drain } = {},
): Promise<AsyncDisposable> {
  const { roles } = deps.config
  await using opening = new AsyncDisposableStack()
  let listener: RequestListener = respondNotReady
  opening.defer(() => replaceRequestListener(server, listener, respondNotReady))
  opening.use(await syncClock(deps, clock))

  if (roles.includes('worker')) {
    const { openWorker } = await modulesOfRoles.worker()
    opening.use(await openWorker(deps))
  }
  const checkHead = headCheck(deps)
  const gateway = roles.includes('gateway') ? await serveSockets(server, checkHead, deps, opening) : null
  const { handleHttp } = http ?? opening.use(await openHttp(deps, null))
  const serve: RequestListener = (request, response) => {
    if (request.url === '/healthz') return answerProbe(response, drain)
    const refused = checkHead(request)
    if (refused !== null) answerRefused(response, refused)
    else if (!gateway?.handleRequest(request, response)) handleHttp(request, response)
  }
  listener = serveInOrder(serve, () => deps.log.warn({}, 'connection.pipelining_exceeded'))
  replaceRequestListener(server, respondNotReady, listener)
  return opening.move()
}

const json = { 'content-type': 'application/json; charset=utf-8' }

function answerNotFound(_request: IncomingMessage, response: ServerResponse) {
  response.writeHead(404, json).end('{"code":404,"message":"NOT_FOUND"}')
}

/** A proxy may probe under an address of this machine. */
function answerProbe(response: ServerResponse, drain: Drain) {
  const takesCalls = drain.probe()
  response
    .writeHead(takesCalls ? 200 : 503, { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' })
    .end(takesCalls ? 'ok\n' : 'stopping\n')
}

type HeadRefusal = 'SEVERAL_HOSTS' | 'UNKNOWN_HOST' | 'SANDBOX_IS_PRIVATE'

/** Returns why a request is refused before a role sees it, or null. */
function headCheck({ addresses, config, log, policy }: Deps): (request: IncomingMessage) => HeadRefusal | null {
  const isKnownHost = knownHosts({ ...config, ...policy }, addresses)
  let hasWarned = false
  return (request) => {
    if (countHosts(request) > 1) return 'SEVERAL_HOSTS'
    if (!isKnownHost(request)) return 'UNKNOWN_HOST'
    if (policy.servesForwarded || !isForwarded(request, isKnownHost)) return null
    if (!hasWarned) log.warn({ hint: errorCodes.SANDBOX_IS_PRIVATE }, 'request.forwarded_to_private_sandbox')
    hasWarned = true
    return 'SANDBOX_IS_PRIVATE'
  }
}

/** Node keeps the first of several, and a proxy may have judged another. */
function countHosts({ rawHeaders }: IncomingMessage): number {
  let count = 0
  for (let at = 0; at < rawHeaders.length; at += 2) if (rawHeaders[at]?.toLowerCase() === 'host') count += 1
  return count
}

/** RFC 9112, 3.2: several Host headers are 400. */
function errorOf(refusal: HeadRefusal) {
  return errors[refusal === 'SEVERAL_HOSTS' ? 'badInput' : 'misdirected']
}

function answerRefused(response: ServerResponse, refusal: HeadRefusal) {
  const { status, message } = errorOf(refusal)
  const reason = { code: refusal, params: {} }
  const text = refusal === 'SANDBOX_IS_PRIVATE' ? ` (${errorCodes[refusal]})` : ''
  response.writeHead(status, json).end(JSON.stringify({ code: status, message: message + text, reason }))
}

async function serveSockets(
  server: Server,
  checkHead: (request: IncomingMessage) => HeadRefusal | null,
  deps: Deps,
  opening: AsyncDisposableStack,
): Promise<Gateway> {
  const { openGateway } = await modulesOfRoles.gateway()
  const handleUpgrade = (request: IncomingMessage, stream: Duplex, head: Buffer) => {
    const refused = checkHead(request)
    if (refused === null) gateway.handleUpgrade(request, stream, head)
    else {
      const { status, message } = errorOf(refused)
      deps.metrics.connectionRefused(refused === 'SANDBOX_IS_PRIVATE' ? 'forwarded' : 'unknown_host')
      endWithError(stream, status, message)
    }
  }
  opening.defer(() => void server.off('upgrade', handleUpgrade))
  const gateway = opening.use(await openGateway(deps, (socket) => void server.emit('authenticated', socket)))
  server.on('upgrade', handleUpgrade)
  return gateway
}

/** Loads the code of the roles while the database starts. An error is thrown where a role is opened. */
export function loadRoles({ roles }: Config): void {
  for (const role of roles) modulesOfRoles[role]().catch(() => {})
}

const modulesOfRoles = {
  api: () => import('./api/server.ts'),
  gateway: () => import('./gateway/gateway.ts'),
  worker: () => import('./worker/worker.ts'),
}

export type HttpRole = AsyncDisposable & { handleHttp: RequestListener }

/** Opens the role `api`, if this process has it, with the routes of the extension. */
export async function openHttp(deps: Platform, extension: Extension | null): Promise<HttpRole> {
  if (!deps.config.roles.includes('api')) return { handleHttp: answerNotFound, [Symbol.asyncDispose]: async () => {} }
  const { openApiServer } = await modulesOfRoles.api()
  return openApiServer(deps, extension?.extendApi(deps) ?? null)
}

function replaceRequestListener(server: Server, previous: RequestListener, next: RequestListener) {
  server.off('request', previous)
  server.on('request', next)
}
