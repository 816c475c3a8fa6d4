import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import type { Config } from './config/config.ts'
import { syncClock } from './features/clock/sync-clock.ts'
import { reportProcess } from './features/operators/report-process.ts'
import type { Extension } from './extension.ts'
import type { Gateway } from './gateway/gateway.ts'
import { Drain } from './http/drain.ts'
import { readCertificate, respondNotReady } from './http/listener.ts'
import { StartError } from './http/start-error.ts'
import { serveInOrder } from './http/pipelining.ts'
import { answerRefused, errorOf, headCheck, type HeadRefusal } from './http/request-head.ts'
import type { AdjustableClock } from './infra/clock.ts'
import type { Deps } from './infra/deps.ts'
import { rtmpPorts } from './infra/outbound/ssrf-guard.ts'
import type { Certificate } from './rtmp/open-rtmp.ts'
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
  if (roles.includes('api') && deps.videos.isEnabled && deps.config.rtmpPort !== 'off')
    await serveEncoders(server, deps, opening)
  const port = (server.address() as AddressInfo | null)?.port ?? deps.config.port
  opening.use(reportProcess(deps, { port, encoderUrl: deps.videos.encoderUrl }))
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

/** Encoders use the certificate of the server. */
async function serveEncoders(server: Server, deps: Platform, opening: AsyncDisposableStack): Promise<void> {
  const { openRtmp } = await modulesOfRoles.encoders()
  const rtmp = await openRtmp(deps, await readCertificate(deps.config)).catch((error: NodeJS.ErrnoException) => {
    const port = `port ${deps.config.rtmpPort ?? rtmpPorts.rtmp} of ONAIR_RTMP_PORT`
    const problem = error.code === 'EADDRINUSE' ? 'it is in use' : error.message
    throw new StartError(`Cannot listen on ${port}: ${problem}. Choose another port, or off.`)
  })
  opening.use(rtmp)
  const replace = (certificate: Certificate) => rtmp.replaceCertificate(certificate)
  server.on('certificate', replace)
  opening.defer(() => void server.off('certificate', replace))
}

/** Loads the code of the roles while the database starts. An error is thrown where a role is opened. */
export function loadRoles({ roles }: Config): void {
  for (const role of roles) modulesOfRoles[role]().catch(() => {})
}

const modulesOfRoles = {
  api: () => import('./api/server.ts'),
  gateway: () => import('./gateway/gateway.ts'),
  worker: () => import('./worker/worker.ts'),
  encoders: () => import('./rtmp/open-rtmp.ts'),
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
