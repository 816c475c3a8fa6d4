import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { consoleApi, formatReason, ingest as ingestGroup, openApi, sandboxApi } from '@onair/contract'
import { openUsageCounter } from '../features/apps/usage-counter.ts'
import { Refusal } from '../shared/refusal.ts'
import type { Deps } from '../infra/deps.ts'
import { serveAssets } from './assets.ts'
import { sendError, registerRoute, timeoutRefusal } from './route.ts'
import { openCallerCache } from './caller-cache.ts'
import { serveConsole } from './console-files.ts'
import { requireSameOrigin } from './csrf.ts'
import { hostCheck, sandboxOriginCheck } from './hosts.ts'
import { pageRoutes } from './pages/routes.ts'
import { registerPages } from './pages/serve-pages.ts'
import { createQuotaCheck } from './quota.ts'
import { recordRequests } from './request-recorder.ts'
import { consoleHandlers } from './console/index.ts'
import { routesOf, routesOfGroup } from './handler.ts'
import { ingest } from './ingest.ts'
import { openHandlers } from './open/index.ts'
import { sandboxHandlers } from './sandbox/index.ts'
import { visitorFinder } from './web-session.ts'
import { serveSinks } from './sandbox/receive-webhooks.ts'
import { enforceRequestTimeout } from './request-timeout.ts'

const bodyLimit = 64 * 1024
/** Whoever has not been answered by then is told 503: a database or a bus that hangs holds nobody up for longer. */
const requestTimeoutMs = 4_500

/** The role that answers HTTP. The server is made and not yet listening. */
export async function openApiServer(deps: Deps): Promise<AsyncDisposable & { server: FastifyInstance }> {
  const { config, log } = deps
  await using opening = new AsyncDisposableStack()
  const callers = opening.use(await openCallerCache(deps))
  const routeServices = {
    deps: deps,
    callers,
    quota: createQuotaCheck(deps),
    usage: opening.use(await openUsageCounter(deps)),
  }
  const pages = pageRoutes(deps)
  const checkHost = hostCheck(deps.addresses, new Set(pages.map(({ path }) => path)))
  const server = Fastify({
    bodyLimit,
    // The proxy in front says whom it saw; what stands before that in X-Forwarded-For anyone may have written.
    trustProxy: config.trustProxy && ((_address, hop) => hop === 0),
    return503OnClosing: false,
    forceCloseConnections: true,
    routerOptions: { ignoreTrailingSlash: false, maxParamLength: 200 },
    frameworkErrors: (error, request, reply) => sendError(error, request, reply, deps),
  })
  opening.defer(() => server.close())

  // Bodies are read as bytes; what they hold is looked at after it is known who calls.
  server.removeAllContentTypeParsers()
  server.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
  server.setErrorHandler((error, request, reply) => sendError(error, request, reply, deps))
  server.setNotFoundHandler((request, reply) => sendError(notFound(server, request), request, reply, deps))
  server.decorateRequest('caller', null)
  server.decorateRequest('refusalReason', null)
  server.decorateRequest('exposesReasonText', false)
  server.decorateRequest('exposesErrorCode', false)
  if (checkHost !== null) server.addHook('onRequest', async (request) => checkHost(request))
  server.addHook('onRequest', (request, reply, done) => {
    setCorsHeaders(request, reply)
    done()
  })
  if (config.inspector !== 'off') recordRequests(server, deps)
  const requestTimeout = enforceRequestTimeout(
    server,
    { timeoutMs: requestTimeoutMs, clock: deps.clock },
    (request, reply) => sendError(timeoutRefusal(), request, reply, deps),
  )
  opening.use(requestTimeout)
  if (log.isInfoEnabled)
    server.addHook('onResponse', (request, reply, done) => {
      logResponse(request, reply, log)
      done()
    })

  const routeDeps = { ...routeServices, findVisitor: visitorFinder(deps) }
  for (const route of [...routesOf(openApi, openHandlers), ...routesOfGroup(ingestGroup, ingest)])
    registerRoute(server, route, routeDeps)
  await server.register(async (consoleServer) => {
    consoleServer.addHook('onRequest', async (request, reply) => {
      void reply.header('cache-control', 'no-store')
      requireSameOrigin(request, deps.addresses)
      request.exposesErrorCode = true
    })
    for (const route of routesOf(consoleApi, consoleHandlers)) registerRoute(consoleServer, route, routeDeps)
  })
  const checkSandboxOrigin = sandboxOriginCheck(deps.addresses)
  if (config.mode === 'sandbox')
    await server.register(async (sandboxServer) => {
      sandboxServer.addHook('onRequest', async (request) => {
        checkSandboxOrigin(request)
        request.exposesErrorCode = true
      })
      for (const route of routesOf(sandboxApi, sandboxHandlers)) registerRoute(sandboxServer, route, routeDeps)
      serveSinks(sandboxServer, deps)
    })
  await registerPages(server, pages, deps)
  await serveAssets(server)
  await serveConsole(server, deps)
  const opened = opening.move()
  return { server, [Symbol.asyncDispose]: () => opened.disposeAsync() }
}

function logResponse(request: FastifyRequest, reply: FastifyReply, log: Deps['log']) {
  const { caller, method, refusalReason } = request
  const clientId = caller !== null && 'clientId' in caller ? caller.clientId : undefined
  const fields = {
    method,
    path: pathOf(request),
    status: reply.statusCode,
    ms: Math.round(reply.elapsedTime),
    clientId,
    reason: refusalReason === null ? undefined : formatReason(refusalReason),
  }
  log.info(fields, refusalReason === null ? 'request.served' : 'request.refused')
}

/** The open interface may be called by pages of any origin: its credentials are in headers and never in cookies. Gap 17. */
function setCorsHeaders(request: FastifyRequest, reply: FastifyReply) {
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
  const isKnownPath = (['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const).some(
    (method) => server.findRoute({ method, url }) !== null,
  )
  return isKnownPath ? new Refusal('methodNotAllowed', 'NO_SUCH_METHOD') : new Refusal('notFound', 'NO_SUCH_PATH')
}

function pathOf({ url }: FastifyRequest): string {
  return url.split('?', 1)[0] ?? url
}
