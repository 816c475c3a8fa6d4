import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http'
import { openApi } from './api/api.ts'
import type { Config } from './config.ts'
import { keepTime } from './features/clock/keep-time.ts'
import { isOwnKey } from './features/apps/own-key.ts'
import { demoWriter } from './features/sandbox/demo.ts'
import { openGateway, type Gateway } from './gateway/gateway.ts'
import { answerStarting, openListener } from './listener.ts'
import { drained } from './drained.ts'
import { openWorld } from './open-world.ts'
import { openWorker } from './worker/worker.ts'
import { offsetClock, type OffsetClock } from './world/clock.ts'
import type { Log } from './world/log.ts'
import type { World } from './world/world.ts'

export type Program = AsyncDisposable & { world: World; rereadCertificate: () => Promise<void> }

type Given = { config: Config; log: Log; clock?: OffsetClock; say?: (text: string) => void }

/** The whole program: its roles opened in order, and closed in reverse when it is disposed of. */
export async function openProgram({ config, log, clock = offsetClock(), say = () => {} }: Given): Promise<Program> {
  await using opening = new AsyncDisposableStack()
  const { server, addresses, rereadCertificate } = opening.use(await openListener(config))
  const world = opening.use(await openWorld({ config, addresses, clock, log, say }))
  if (!(await isOwnKey(world)))
    log.error({ mend: 'start with the SECRET_KEY that this database was used with' }, 'secret-key.other')
  if (config.mode === 'sandbox') await world.db.change(await demoWriter(world))
  opening.defer(() => server.closeAllConnections())
  opening.use(await openRoles(server, world, clock))
  opening.use(drained(server, clock))

  const opened = opening.move()
  return { world, rereadCertificate, [Symbol.asyncDispose]: () => opened.disposeAsync() }
}

/** Runs this process's roles in a world that is open, on a server that listens. */
export async function openRoles(server: Server, world: World, clock: OffsetClock): Promise<AsyncDisposable> {
  const { roles } = world.config
  await using opening = new AsyncDisposableStack()
  opening.use(await keepTime(world, clock))

  if (roles.includes('worker')) opening.use(await openWorker(world))
  const gateway = roles.includes('gateway') ? await serveSockets(server, world, opening) : null
  const answer = roles.includes('api') ? await serveHttp(world, opening) : answerNothingHere
  takeRequests(server, (request, response) => {
    if (!gateway?.handleRequest(request, response)) answer(request, response)
  })
  return opening.move()
}

const json = { 'content-type': 'application/json; charset=utf-8' }

function answerNothingHere(_request: IncomingMessage, response: ServerResponse) {
  response.writeHead(404, json).end('{"code":404,"message":"NOT_FOUND"}')
}

async function serveSockets(server: Server, world: World, opening: AsyncDisposableStack): Promise<Gateway> {
  const gateway = opening.use(await openGateway(world))
  server.on('upgrade', (request, stream, head) => {
    if (!gateway.handleUpgrade(request, stream, head)) stream.end('HTTP/1.1 404 Not Found\r\nConnection: close\r\n\r\n')
  })
  return gateway
}

async function serveHttp(world: World, opening: AsyncDisposableStack): Promise<RequestListener> {
  const api = opening.use(await openApi(world))
  await api.server.ready()
  return (request, response) => api.server.routing(request, response)
}

function takeRequests(server: Server, answer: RequestListener) {
  server.off('request', answerStarting)
  server.on('request', answer)
}
