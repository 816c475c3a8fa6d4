import { usesCookie, type Endpoint, type TeamRole } from '@onair/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { requireAppRole } from '../../features/apps/require-app.ts'
import type { UsageCounter } from '../../features/apps/traffic/usage-counter.ts'
import type { Caller, ClientCaller } from '../../shared/callers/caller.ts'
import type { ClockReading } from '../../infra/clock.ts'
import { runInTrace } from '../../infra/observability/trace.ts'
import { Refusal, errorReason } from '../../shared/refusal.ts'
import type { Platform } from '../../services.ts'
import type { ActionLimitCheck } from '../limits/action-limit.ts'
import { authenticate, requireRecentPassword, requireScope, type CredentialLookups } from './authenticate.ts'
import type { Call, Route } from './handler.ts'
import { createClientReader, createInputReader, type Input } from './input.ts'
import { recordSiteRead, requireSiteRole } from './site-role.ts'
import { runForCaller } from './request-actor.ts'
import { applyQuota, requireQuota, type QuotaCheck } from '../limits/quota.ts'
import { sendContent, sendLines } from './response.ts'
import type { FileLimit, ScanLimit } from '../limits/scan-limit.ts'
import { pageCookies } from '../pages/cookies.ts'
import { mustAccept } from '../../features/site/document-rules.ts'

type ClientCredentials = { clientId: string; clientSecret: string }

export type RouteServices = {
  deps: Platform
  limitAction: ActionLimitCheck
  quota: QuotaCheck
  runScan: ScanLimit
  runFile: FileLimit
  usage: UsageCounter
} & CredentialLookups

/** Serves an endpoint at its path and its aliases. */
export function registerRoute(server: FastifyInstance, route: Route, services: RouteServices) {
  const { endpoint } = route
  const serve = createServe(route, services)
  const handler = (request: FastifyRequest, reply: FastifyReply) =>
    request.traceId === null ? serve(request, reply) : runInTrace(request.traceId, () => serve(request, reply))
  for (const path of [endpoint.path, ...(endpoint.aliases ?? [])]) {
    const url = path.replace(/\{(\w+)\}/g, ':$1')
    const limit = endpoint.maxBodyMb === undefined ? {} : { bodyLimit: endpoint.maxBodyMb * 1_000_000 }
    const config = { endpoint, ...(endpoint.copiesData && { hasNoTimeout: true }) }
    server.route({ method: endpoint.method, url, handler, ...limit, config })
  }
}

/**
 * The way of a call: authenticate (401) → scope (403) → quota (429) → validate (400) → handler → envelope. Fastify's own
 * validation is not used, because it would run before the caller is authenticated.
 */
function createServe({ endpoint, handle }: Route, services: RouteServices) {
  const { deps, limitAction, quota, runFile, runScan, usage } = services
  const readInput = createInputReader(endpoint)
  const readClient = createClientReader(endpoint)
  const scope = 'scope' in endpoint.auth ? endpoint.auth.scope : null
  const writesFromPage = usesCookie(endpoint.auth) && endpoint.method !== 'GET'
  const readsAsOperator = endpoint.method === 'GET' && endpoint.needsSiteRole !== undefined && !endpoint.isNumbers
  // Reads of people too: who opens a private channel or the page of a chatter by a role is recorded.
  const isAudited = endpoint.method !== 'GET' || endpoint.isSecret === true || usesCookie(endpoint.auth)
  const mayHaveBodyOnGet = endpoint.method === 'GET' && endpoint.parameters !== undefined

  // A cached caller and an in-memory quota come without a promise: to await them would cost every call two microtasks.
  return async (request: FastifyRequest, reply: FastifyReply) => {
    if (endpoint.isSecret) void reply.headers({ 'cache-control': 'no-store', pragma: 'no-cache' })
    const at = deps.clock.read()
    const { ip } = request
    const found = findCaller(endpoint, { request, at }, services)
    const caller = found instanceof Promise ? await found : found
    request.caller = caller
    const { onRequest } = deps.hooks
    if (onRequest !== null) await onRequest(endpoint, request, reply.raw)
    requireScope(endpoint, caller)
    if (endpoint.needsSiteRole !== undefined) await requireSiteRole(endpoint, caller, deps)
    if (writesFromPage) {
      await requireNotBlocked(caller, request, deps)
      await requireAcceptedTerms(endpoint, caller, deps)
    }
    if (endpoint.needsRecentPassword === true) requireRecentPassword(caller, deps)
    request.hasReasonText = endpoint.hasReason ?? false

    const counted = quota(caller, ip, at.now)
    const status = counted instanceof Promise ? await counted : counted
    if (caller.kind === 'none') requireQuota(status)
    else applyQuota(status, reply)
    if (endpoint.action !== undefined) await limitAction(endpoint.action, caller, request)

    if (mayHaveBodyOnGet) request.body = await readGetBody(request)
    const authenticateClient = (credentials: ClientCredentials) =>
      authenticateBody(credentials, { caller, request, reply }, services)
    let input: Input
    try {
      input = readInput(request, 'wireProfile' in caller ? caller.wireProfile : deps.config.wireProfile)
    } catch (error) {
      const named = readClient(request)
      if (named !== null) await authenticateClient(named)
      throw error
    }
    if (endpoint.needsAppRole !== undefined) await requireRoleAtApp(endpoint.needsAppRole, caller, input, deps)
    if (hasField(input.body, endpoint.needsRecentPassword)) requireRecentPassword(caller, deps)

    const call = { caller, ...input, ip, authenticateClient } as Call<Endpoint>
    const runAudited: typeof handle = (...args) => runForCaller(request, () => handle(...args))
    const run = isAudited ? runAudited : handle
    if (readsAsOperator) await runForCaller(request, () => recordSiteRead(endpoint, input, deps))
    if (endpoint.sendsLines)
      return runFile(caller, ip, async () => sendLines(reply, (await run(call, deps)) as AsyncIterable<string>, deps))
    const content = endpoint.scans
      ? await runScan(caller, ip, async (scanningDeps) => run(call, scanningDeps))
      : await run(call, deps)
    if ('clientId' in request.caller) usage.record(request.caller, scope, at.now)
    sendContent(reply, content ?? null)
  }
}

/** A call without a caller counts for its network. */
function findCaller(
  endpoint: Endpoint,
  { request, at }: { request: FastifyRequest; at: ClockReading },
  services: RouteServices,
): Caller | Promise<Caller> {
  const { ip } = request
  const countRefused = async (error: unknown): Promise<never> => {
    if (error instanceof Refusal) requireQuota(await services.quota({ kind: 'none' }, ip, at.now))
    throw error
  }
  try {
    const authenticated = authenticate(endpoint, { request, ip, at }, services)
    return authenticated instanceof Promise ? authenticated.catch(countRefused) : authenticated
  } catch (error) {
    return countRefused(error)
  }
}

/** The application that the body of a call names, where the headers have named nobody. */
async function authenticateBody(
  credentials: ClientCredentials,
  { caller, request, reply }: { caller: Caller; request: FastifyRequest; reply: FastifyReply },
  { callers, deps, quota }: RouteServices,
): Promise<ClientCaller> {
  if (caller.kind !== 'none') throw new Error('The headers of this call have identified the caller already.')
  const client = await callers.authenticateClient(credentials, request.ip)
  request.caller = client
  applyQuota(await quota(client, request.ip, deps.clock.now()), reply)
  return client
}

async function requireRoleAtApp(role: TeamRole, caller: Caller, input: { pathParams?: unknown }, deps: Platform) {
  const { clientId } = input.pathParams as { clientId: string }
  if (caller.kind !== 'webSession') throw new Error('Only people have roles at applications.')
  await requireAppRole({ channelId: caller.channelId, clientId, role }, deps)
}

function hasField(body: unknown, fields: Endpoint['needsRecentPassword']): boolean {
  if (fields === undefined || fields === true) return false
  return fields.some((field) => (body as Record<string, unknown>)[field] !== undefined)
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The endpoint of the contract that the route serves, if it is one. */
    endpoint?: Endpoint
  }
  interface FastifyRequest {
    /** Null until the caller is authenticated. Set before the scope and the quota are checked, for the log and the inspector. */
    caller: Caller | null
  }
}

type BlockDeps = Pick<Platform, 'addresses' | 'blockedDevices' | 'blockedNetworks'>

/** Throws 403 for a browser that is blocked or in a blocked network, unless the person has a role in running the site. */
async function requireNotBlocked(
  caller: Caller,
  { ip, headers }: Pick<FastifyRequest, 'ip' | 'headers'>,
  deps: BlockDeps,
): Promise<void> {
  if (caller.kind === 'webSession' && caller.siteRole !== null) return
  if (await deps.blockedNetworks.has(ip)) throw new Refusal('forbidden', 'NETWORK_BLOCKED')
  const { device } = pageCookies(deps.addresses.authUrl).read(headers.cookie)
  if (await deps.blockedDevices.has(device)) throw new Refusal('forbidden', 'DEVICE_BLOCKED')
}

/** Throws 403 for a person who has not accepted the documents of the site. Their own account stays theirs to manage, and the people who run the site finish what they do. */
async function requireAcceptedTerms(
  { path }: Endpoint,
  caller: Caller,
  { site }: Pick<Platform, 'site'>,
): Promise<void> {
  if (caller.kind !== 'webSession' || ownAccount.test(path)) return
  if (caller.siteRole !== null && path.startsWith('/console/v1/admin/')) return
  if (mustAccept(caller, await site.shown())) throw new Refusal('forbidden', 'TERMS_NOT_ACCEPTED')
}

const ownAccount = /^\/console\/v1\/(account|web-session)(\/|$)/

/** Reads the body of a GET, which Fastify does not read, for endpoints whose parameters may be in it. Gap 30. */
async function readGetBody({ raw, server }: FastifyRequest): Promise<Buffer> {
  const limit = server.initialConfig.bodyLimit ?? 0
  const chunks: Buffer[] = []
  let length = 0
  try {
    for await (const chunk of raw.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      length += chunk.length
      if (length > limit) break
      chunks.push(chunk)
    }
  } catch (error) {
    throw new Refusal('badInput', errorReason('BODY_INCOMPLETE', { problem: (error as Error).message }))
  }
  if (length > limit) throw new Refusal('tooLarge', 'BODY_TOO_LARGE')
  return Buffer.concat(chunks)
}
