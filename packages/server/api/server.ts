import type { RequestListener } from 'node:http'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { consoleApi, errors, formatReason, ingest as ingestGroup, openApi } from '@onair/contract'
import { TrafficCounter } from '../features/apps/traffic/traffic-counter.ts'
import { openUsageCounter } from '../features/apps/traffic/usage-counter.ts'
import { Refusal, toErrorReason } from '../shared/refusal.ts'
import type { Deps } from '../infra/deps.ts'
import type { Platform } from '../services.ts'
import { createActionLimitCheck } from './limits/action-limit.ts'
import { serveAssets } from './assets.ts'
import { serveFeeds } from './feeds.ts'
import { ordinaryBodyBytes } from './limits/body-limit.ts'
import { identifyApp } from './pipeline/authenticate.ts'
import { openCallerCache } from './pipeline/caller-cache.ts'
import { serveConsole } from './console-files.ts'
import { consoleHandlers } from './console/index.ts'
import { setCorsHeaders } from './cors.ts'
import { requireSameOrigin } from './pipeline/csrf.ts'
import type { ApiExtension } from './extension.ts'
import { routesOf, routesOfGroup } from './pipeline/handler.ts'
import { hostCheck } from './hosts.ts'
import { ingest } from './ingest.ts'
import { openHandlers } from './open/index.ts'
import { serveOverlayPages } from './overlay-page.ts'
import { pageRoutes } from './pages/routes.ts'
import { notFoundPages, registerPages } from './pages/serve-pages.ts'
import { servePlayback } from './media/playback.ts'
import { serveReplays } from './media/replay.ts'
import { serveUploads } from './media/upload.ts'
import { serveSiteFiles } from './site-files.ts'
import { operationOf } from './operations.ts'
import { countCalls } from './limits/count-calls.ts'
import { createUseCounter, createFileQuotaCheck, createQuotaCheck } from './limits/quota.ts'
import { RequestLog } from './pipeline/request-log.ts'
import { appPaths, clientIdOf, recordRequests } from './pipeline/request-recorder.ts'
import { enforceRequestTimeout } from './limits/request-timeout.ts'
import { sendError, timeoutRefusal } from './pipeline/response.ts'
import { registerRoute, type RouteServices } from './pipeline/route.ts'
import { limitFiles, limitScans } from './limits/scan-limit.ts'
import { requestedPath, routePath } from './pipeline/route-path.ts'
import { traceRequests } from './pipeline/trace-requests.ts'
import { UnknownCredentials } from './limits/unknown-credentials.ts'
import { untrustedProxyCheck } from './pipeline/untrusted-proxy.ts'
import { visitorFinder } from './pipeline/web-session.ts'

const openPath = '/open/v1/'
const openPaths = /^\/+open\/v1\//
/** A request that takes longer gets status 503, so that no client waits for a database or a bus that hangs. */
const requestTimeoutMs = 4_500

/** Opens what serves the HTTP requests of the role `api`. */
export async function openApiServer(
  deps: Platform,
  extension: ApiExtension | null,
): Promise<AsyncDisposable & { handleHttp: RequestListener }> {
  await using opening = new AsyncDisposableStack()
  const useCounter = createUseCounter(deps)
  const unknown = new UnknownCredentials({ useCounter, deps })
  const services: RouteServices = {
    deps,
    callers: opening.use(await openCallerCache(unknown, deps)),
    findVisitor: visitorFinder(unknown, deps),
    limitAction: createActionLimitCheck(useCounter, deps),
    quota: createQuotaCheck(useCounter, deps),
    runScan: limitScans(deps),
    runFile: limitFiles(),
    usage: opening.use(await openUsageCounter(deps)),
  }
  const { findVisitor, quota } = services
  const pages = pageRoutes(extension, deps.signInProviders)
  const server = createServer(deps)
  addFallbacks(server, services, extension)
  opening.use(addHooks(server, new Set(pages.map(({ path }) => path)), deps))
  const fileQuota = createFileQuotaCheck(useCounter, deps)
  countCalls(server, { findVisitor, quota, fileQuota, deps })
  countAppCalls(server, opening.use(await TrafficCounter.open(deps)))

  for (const route of [...routesOf(openApi, openHandlers), ...routesOfGroup(ingestGroup, ingest)])
    registerRoute(server, route, services)
  registerConsole(server, services)
  extension?.registerRoutes(server, services)
  registerPages(server, pages, extension, deps)
  servePlayback(server, deps, fileQuota)
  serveReplays(server, deps, fileQuota)
  serveUploads(server, deps, fileQuota)
  await serveAssets(server, deps)
  serveSiteFiles(server, extension, deps)
  serveFeeds(server, deps)
  await serveConsole(server, extension, deps)
  await serveOverlayPages(server, deps)

  await server.ready()
  const opened = opening.move()
  return { handleHttp: handlerOf(server), [Symbol.asyncDispose]: () => opened.disposeAsync() }
}

/** Serves HEAD as GET; Node sends no body. Routes of their own would add half of the time that opening a server takes. */
function handlerOf(server: FastifyInstance): RequestListener {
  return (request, response) => {
    if (request.method === 'HEAD') request.method = 'GET'
    server.routing(request, response)
  }
}

/** Routes have no Fastify schemas. Fastify loads two compilers, which take a tenth of the start, unless it is given others. */
const noSchemas = { buildValidator: refuseSchemas, buildSerializer: refuseSchemas }

function refuseSchemas(): never {
  throw new Error('endpoints declare their schemas in the contract')
}

function createServer(deps: Deps): FastifyInstance {
  const { trustProxy } = deps.config
  const server = Fastify({
    bodyLimit: ordinaryBodyBytes,
    // The nearest proxy states the client's address. Earlier entries of X-Forwarded-For may be forged.
    trustProxy: trustProxy && ((_address, hop) => hop === 0),
    exposeHeadRoutes: false,
    routerOptions: { ignoreTrailingSlash: false, maxParamLength: 200 },
    schemaController: { compilersFactory: noSchemas },
    frameworkErrors: (error, request, reply) => sendError(error, request, reply, deps),
  })
  // Bodies arrive as bytes and are parsed after the caller is authenticated.
  server.removeAllContentTypeParsers()
  server.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
  server.decorateRequest('caller', null)
  server.decorateRequest('recording', null)
  server.decorateRequest('traceId', null)
  server.decorateRequest('refusalReason', null)
  server.decorateRequest('hasReasonText', false)
  server.decorateRequest('hasReasonField', false)
  return server
}

function addFallbacks(
  server: FastifyInstance,
  { callers, deps, findVisitor }: RouteServices,
  extension: ApiExtension | null,
) {
  server.setErrorHandler((error, request, reply) => sendError(error, request, reply, deps))
  const sendNotFoundPage = notFoundPages({ findVisitor, extension }, deps)
  server.setNotFoundHandler(async (request, reply) => {
    const refusal = notFound(request, reply)
    request.refusalReason = refusal.reason
    if (openPaths.test(routePath(request))) request.caller = await identifyApp(request, callers, deps)
    if (!sendNotFoundPage(request, reply)) sendError(refusal, request, reply, deps)
    return reply
  })
}

/** Adds the hooks that apply to every request. */
function addHooks(server: FastifyInstance, pagePaths: ReadonlySet<string>, deps: Deps): Disposable {
  const { addresses, clock, config, log, metrics } = deps
  const checkHost = hostCheck(addresses, pagePaths)
  const checkProxy = untrustedProxyCheck(deps)
  server.addHook('onRequest', (request, reply, done) => {
    checkHost?.(request)
    checkProxy?.(request)
    setCorsHeaders(request, reply)
    done()
  })
  if (config.inspector !== 'off') recordRequests(server, deps)
  traceRequests(server, deps)
  const requestTimeout = enforceRequestTimeout(server, { timeoutMs: requestTimeoutMs, clock }, (request, reply) =>
    sendError(timeoutRefusal(), request, reply, deps),
  )
  const stack = new DisposableStack()
  stack.use(requestTimeout)
  if (config.opsPort !== null) countRequests(server, metrics)
  if (log.isInfoEnabled) {
    const requestLog = stack.use(new RequestLog(deps))
    server.addHook('onResponse', (request, reply, done) => {
      requestLog.add(request, reply)
      done()
    })
  }
  return stack
}

/** Counts the calls of applications for the charts of their owners. */
function countAppCalls(server: FastifyInstance, traffic: TrafficCounter) {
  server.addHook('onResponse', ({ caller, method, refusalReason, routeOptions }, reply, done) => {
    const clientId = clientIdOf(caller)
    if (clientId !== null) {
      // Unknown paths are counted as one, because there is no limit to their number.
      const { path = `${openPath}*` } = routeOptions.config.endpoint ?? {}
      const code = refusalReason?.code ?? ''
      const { statusCode: status, elapsedTime: tookMs } = reply
      traffic.add({ kind: 'call', clientId, operation: `${method} ${path}`, status, code, tookMs })
    }
    done()
  })
}

function countRequests(server: FastifyInstance, metrics: Deps['metrics']) {
  server.addHook('onResponse', ({ method, routeOptions: { config, url }, refusalReason }, reply, done) => {
    metrics.requestServed({
      operation: operationOf({ endpoint: config.endpoint, method, url }),
      status: reply.statusCode,
      seconds: reply.elapsedTime / 1_000,
      refusal: refusalReason?.code ?? null,
    })
    done()
  })
}

function registerConsole(server: FastifyInstance, services: RouteServices) {
  void server.register(async (consoleServer) => {
    consoleServer.addHook('onRequest', async (request, reply) => {
      void reply.header('cache-control', 'no-store')
      requireSameOrigin(request, services.deps.addresses)
      request.hasReasonField = true
    })
    for (const route of routesOf(consoleApi, consoleHandlers)) registerRoute(consoleServer, route, services)
  })
}

function notFound(request: FastifyRequest, reply: FastifyReply): Refusal {
  const url = requestedPath(request)
  // Of a base URL that ends with a slash. Applications get the message of the specification, and see the reason in records.
  if (url.startsWith('//')) {
    const text = `${errors.notFound.message} (${formatReason(toErrorReason('DOUBLE_SLASH'))})`
    return new Refusal('notFound', 'DOUBLE_SLASH', appPaths.test(url) ? {} : { message: text })
  }
  const allowed = (['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const).filter(
    (method) => request.server.findRoute({ method, url }) !== null,
  )
  if (allowed.length === 0) return new Refusal('notFound', 'NO_SUCH_PATH')
  // RFC 9110, 15.5.6.
  void reply.header('allow', allowed.join(', ').replace('GET', 'GET, HEAD'))
  return new Refusal('methodNotAllowed', 'NO_SUCH_METHOD')
}
