import type { RequestListener, Server } from 'node:http'
import { openApi } from './api/api.ts'
import type { Config } from './config.ts'
import { loadOffset } from './features/sandbox/clock-store.ts'
import { demoWriter } from './features/sandbox/demo.ts'
import { openGateway } from './gateway/gateway.ts'
import { clockTopic, listen } from './kit/signals.ts'
import { answerStarting, openListener } from './listener.ts'
import { drained } from './drained.ts'
import { openWorld } from './open-world.ts'
import { openWorker } from './worker/worker.ts'
import { offsetClock, type OffsetClock } from './world/clock.ts'
import type { Log } from './world/log.ts'
import type { World } from './world/world.ts'

type Given = { config: Config; log: Log; clock?: OffsetClock; say?: (text: string) => void }

/** The whole program: its roles opened in order, and closed in reverse when it is disposed of. */
export async function openProgram({
  config,
  log,
  clock = offsetClock(),
  say = () => {},
}: Given): Promise<{ world: World } & AsyncDisposable> {
  await using opening = new AsyncDisposableStack()
  const { server, addresses } = opening.use(await openListener(config))
  const world = opening.use(await openWorld({ config, addresses, clock, log, say }))
  if (config.mode === 'sandbox') await world.db.change(await demoWriter(world))
  opening.use(await openRoles(server, world, clock))
  opening.use(drained(server, clock))

  const opened = opening.move()
  return { world, [Symbol.asyncDispose]: () => opened.disposeAsync() }
}

/** Runs this process's roles in a world that is open, on a server that listens. */
export async function openRoles(server: Server, world: World, clock: OffsetClock): Promise<AsyncDisposable> {
  const { roles } = world.config
  await using opening = new AsyncDisposableStack()
  opening.use(await listen(world.bus, clockTopic, ({ offsetMs }) => clock.moveTo(offsetMs)))
  clock.moveTo(await loadOffset(world.db.read))

  if (roles.includes('worker')) opening.use(await openWorker(world))
  if (roles.includes('gateway')) await serveSockets(server, world, opening)
  if (roles.includes('api')) await serveHttp(server, world, opening)
  else takeRequests(server, (_request, response) => void response.writeHead(404, json).end(nothingHere))
  return opening.move()
}

const json = { 'content-type': 'application/json; charset=utf-8' }
const nothingHere = '{"code":404,"message":"NOT_FOUND"}'

async function serveSockets(server: Server, world: World, opening: AsyncDisposableStack) {
  const gateway = opening.use(await openGateway(world))
  server.on('upgrade', (request, stream, head) => {
    if (!gateway.handleUpgrade(request, stream, head)) stream.end('HTTP/1.1 404 Not Found\r\nConnection: close\r\n\r\n')
  })
}

async function serveHttp(server: Server, world: World, opening: AsyncDisposableStack) {
  const api = opening.use(await openApi(world))
  await api.server.ready()
  takeRequests(server, (request, response) => api.server.routing(request, response))
}

function takeRequests(server: Server, answer: RequestListener) {
  server.off('request', answerStarting)
  server.on('request', answer)
}
