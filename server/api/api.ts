import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { textOfWhy } from '@onair/contract'
import { openUsage } from '../features/apps/usage.ts'
import { Refusal } from '../kit/refusal.ts'
import type { World } from '../world/world.ts'
import { serveAssets } from './assets.ts'
import { answerFailure, bind, tookTooLong } from './bind.ts'
import { openCallerCache } from './caller-cache.ts'
import { serveConsole } from './console-files.ts'
import { refuseOtherPages } from './forgery.ts'
import { hostRule, otherSitesRule } from './hosts.ts'
import { bindPages, pageRoutes } from './pages.ts'
import { quotaOf } from './quota.ts'
import { recordRequests } from './record-requests.ts'
import { consoleRoutes, openRoutes, sandboxRoutes } from './routes.ts'
import { visitorIn } from './signed-in.ts'
import { serveSinks } from './sinks.ts'
import { limitTime } from './time-limit.ts'

const bodyLimit = 64 * 1024
/** Whoever has not been answered by then is told 503: a database or a bus that hangs holds nobody up for longer. */
const answeredWithinMs = 4_500

/** The role that answers HTTP. The server is made and not yet listening. */
export async function openApi(world: World): Promise<AsyncDisposable & { server: FastifyInstance }> {
  const { config, log } = world
  await using opening = new AsyncDisposableStack()
  const callers = opening.use(await openCallerCache(world))
  const kept = { world, callers, quota: quotaOf(world), usage: opening.use(await openUsage(world)) }
  const pages = pageRoutes(world)
  const refuseOtherHosts = hostRule(world.addresses, new Set(pages.map(({ path }) => path)))
  const server = Fastify({
    bodyLimit,
    // The proxy in front says whom it saw; what stands before that in X-Forwarded-For anyone may have written.
    trustProxy: config.trustProxy && ((_address, hop) => hop === 0),
    return503OnClosing: false,
    forceCloseConnections: true,
    routerOptions: { ignoreTrailingSlash: false, maxParamLength: 200 },
    frameworkErrors: (error, request, reply) => answerFailure(error, request, reply, world),
  })
  opening.defer(() => server.close())

  // Bodies are read as bytes; what they hold is looked at after it is known who calls.
  server.removeAllContentTypeParsers()
  server.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
  server.setErrorHandler((error, request, reply) => answerFailure(error, request, reply, world))
  server.setNotFoundHandler((request, reply) => answerFailure(notFound(server, request), request, reply, world))
  server.decorateRequest('caller', null)
  server.decorateRequest('refusedBecause', null)
  server.decorateRequest('tellsWhy', false)
  server.decorateRequest('tellsName', false)
  if (refuseOtherHosts !== null) server.addHook('onRequest', async (request) => refuseOtherHosts(request))
  server.addHook('onRequest', (request, reply, done) => {
    allowAnyOrigin(request, reply)
    done()
  })
  if (config.inspector !== 'off') recordRequests(server, world)
  const inTime = limitTime(server, { withinMs: answeredWithinMs, clock: world.clock }, (request, reply) =>
    answerFailure(tookTooLong(), request, reply, world),
  )
  opening.use(inTime)
  if (log.writesInfo)
    server.addHook('onResponse', (request, reply, done) => {
      logAnswer(request, reply, log)
      done()
    })

  const binding = { ...kept, visitorIn: visitorIn(world) }
  for (const handler of openRoutes) bind(server, handler, binding)
  await server.register(async (own) => {
    own.addHook('onRequest', async (request, reply) => {
      void reply.header('cache-control', 'no-store')
      refuseOtherPages(request, world.addresses)
      request.tellsName = true
    })
    for (const handler of consoleRoutes) bind(own, handler, binding)
  })
  const refuseOtherSites = otherSitesRule(world.addresses)
  if (config.mode === 'sandbox')
    await server.register(async (sandbox) => {
      sandbox.addHook('onRequest', async (request) => {
        refuseOtherSites(request)
        request.tellsName = true
      })
      for (const handler of sandboxRoutes) bind(sandbox, handler, binding)
      serveSinks(sandbox, world)
    })
  await bindPages(server, pages, world)
  await serveAssets(server)
  await serveConsole(server, world)
  const opened = opening.move()
  return { server, [Symbol.asyncDispose]: () => opened.disposeAsync() }
}

function logAnswer(request: FastifyRequest, reply: FastifyReply, log: World['log']) {
  const { caller, method, refusedBecause } = request
  const clientId = caller !== null && 'clientId' in caller ? caller.clientId : undefined
  const fields = {
    method,
    path: pathOf(request),
    status: reply.statusCode,
    ms: Math.round(reply.elapsedTime),
    clientId,
    reason: refusedBecause === null ? undefined : textOfWhy(refusedBecause),
  }
  log.info(fields, refusedBecause === null ? 'request.served' : 'request.refused')
}

/** The open interface may be called by pages of any origin: its credentials are in headers and never in cookies. Gap 17. */
function allowAnyOrigin(request: FastifyRequest, reply: FastifyReply) {
  const { origin } = request.headers
  if (origin === undefined || !/^\/(open|auth)\//.test(request.url)) return undefined
  reply.header('access-control-allow-origin', origin)
  reply.header('vary', 'Origin')
  reply.header(
    'access-control-expose-headers',
    'RateLimit-Limit, RateLimit-Remaining, RateLimit-Reset, Retry-After, X-Request-Id',
  )
  if (request.method !== 'OPTIONS') return undefined
  reply.header('access-control-allow-methods', 'GET, POST, PUT, PATCH, DELETE')
  reply.header('access-control-allow-headers', 'Authorization, Client-Id, Client-Secret, Content-Type')
  reply.header('access-control-max-age', '600')
  return reply.code(204).send()
}

function notFound(server: FastifyInstance, request: FastifyRequest): Refusal {
  const url = pathOf(request)
  const others = (['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const).some(
    (method) => server.findRoute({ method, url }) !== null,
  )
  return others ? new Refusal('methodNotAllowed', 'NO_SUCH_METHOD') : new Refusal('notFound', 'NO_SUCH_PATH')
}

function pathOf({ url }: FastifyRequest): string {
  return url.split('?', 1)[0] ?? url
}
