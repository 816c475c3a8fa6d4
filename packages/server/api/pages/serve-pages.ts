import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { errors } from '@onair/contract'
import type { Config } from '../../config/config.ts'
import { mustAccept } from '../../features/site/document-rules.ts'
import { canMail } from '../../shared/can-mail.ts'
import type { Addresses, Deps } from '../../infra/deps.ts'
import type { Platform } from '../../services.ts'
import { Refusal } from '../../shared/refusal.ts'
import { newSecret } from '../../shared/secrets.ts'
import { runForCaller } from '../pipeline/request-actor.ts'
import { csrfTokens, verifyCsrf } from '../pipeline/csrf.ts'
import { isInternalError, toRefusal } from '../pipeline/response.ts'
import { isForm, parseForm } from '../pipeline/form.ts'
import { requestedPath, routePath } from '../pipeline/route-path.ts'
import { isEncodedUtf8 } from '../pipeline/utf8.ts'
import type { ApiExtension } from '../extension.ts'
import type { FindVisitor } from '../pipeline/web-session.ts'
import { pageCookies } from './cookies.ts'
import { blockedPage, errorPage, notFoundPage } from './error-page.ts'
import { renderHtml } from './html.ts'
import { languageOf } from './language.ts'
import { themeOf } from './theme.ts'
import { locales } from './locales.ts'
import {
  redirect,
  withReturnPath,
  type Page,
  type PageContext,
  type PageRequest,
  type PageRoute,
  type Redirect,
} from './page-route.ts'

/** The pages of a person who has not accepted the documents of the site. */
const openBeforeTerms = /^\/(accept-terms|terms|privacy|sign-|forgot-password|reset-password|verify-email|unsubscribe)/

type PageServices = { findVisitor: FindVisitor; extension: ApiExtension | null }

/** The request pipeline: visitor, who is found and counted before → cookies → CSRF token of a form → page or redirect, with security headers. */
export function registerPages(
  server: FastifyInstance,
  routes: readonly PageRoute[],
  extension: ApiExtension | null,
  deps: Platform,
): void {
  const cookies = pageCookies(deps.addresses.authUrl)
  const getPaths = new Set(routes.filter(({ method }) => method === 'GET').map(({ path }) => path))
  const contextOf = contextReader(getPaths, extension, deps)
  const readPage = pageReader(contextOf, extension, deps)

  void server.register(async (pageServer) => {
    pageServer.setErrorHandler(async (error, request, reply) => {
      const page = errorPageFor(error, request, await contextOf(request))
      if (isInternalError(error)) deps.log.error({ request: request.id, error }, 'request.failed')
      return send(reply, page)
    })
    for (const route of routes)
      pageServer.route({
        method: route.method,
        url: route.path,
        config: { isPage: true },
        handler: async (request, reply) => send(reply, await handlePage(request, reply, route)),
      })
  })

  async function handlePage(request: FastifyRequest, reply: FastifyReply, { method, handle, ...route }: PageRoute) {
    requireUtf8(request)
    const { page, cookies: set } = await readPage(request)
    for (const cookie of set) void reply.header('set-cookie', cookie)
    if (method === 'POST' && route.isByToken !== true)
      verifyCsrf(request, page.form.get('csrf'), page.csrf, deps.addresses)
    const isChange = method === 'POST' || route.changesData === true
    const block = isChange ? await blockOf(page, deps) : null
    const isDeviceBlocked = block === 'deviceBlocked'
    if (block !== null && !(isDeviceBlocked && route.checksDevice)) return blockedPage(page, block)
    if (page.visitor !== null && mustAccept(page.visitor, page.site) && !openBeforeTerms.test(requestedPath(request)))
      return redirect(withReturnPath('/accept-terms', page.currentPath ?? '/'))
    return runForCaller(request, () => handle({ ...page, isDeviceBlocked }, deps))
  }

  function send(reply: FastifyReply, result: Page | Redirect) {
    void reply.headers(securityHeaders)
    if (result.kind !== 'redirect') return sendPage(reply, result, deps)
    for (const cookie of cookiesOf(result, cookies)) void reply.header('set-cookie', cookie)
    return reply.redirect(result.to, 302)
  }
}

/** Reads a request as pages know it, and the cookies that its answer sets: of a new guest, and of a language and a theme that it chooses. */
function pageReader(
  contextOf: ReturnType<typeof contextReader>,
  extension: ApiExtension | null,
  deps: Platform,
): (request: FastifyRequest) => Promise<{ page: PageRequest; cookies: string[] }> {
  const cookies = pageCookies(deps.addresses.authUrl)
  const csrfOf = csrfTokens(deps.installationKey)
  return async (request) => {
    const stored = cookies.read(request.headers.cookie)
    const visitor = request.caller?.kind === 'visitor' ? request.caller.visitor : null
    const guestSecret = stored.guest ?? newSecret(deps.random)
    const query = queryOf(request)
    const { language, isExplicit } = languageOf(query, stored.language, request.headers['accept-language'])
    const { theme, isExplicit: isThemeExplicit } = themeOf(query, stored.theme)
    const form = formOf(request)
    const context = await contextOf(request)
    const { signUp } = context.site
    const page: PageRequest = {
      ...context,
      query,
      form,
      visitor,
      csrf: csrfOf(visitor === null ? guestSecret : (stored.session ?? '')),
      ip: request.ip,
      userAgent: request.headers['user-agent'] ?? null,
      deviceCookie: stored.device,
      isDeviceBlocked: false,
      pendingSignIn: stored.pending,
      hasSandboxAccess: extension?.hasAccess(request) ?? false,
      isSignUpOpen: deps.config.signUpsPerNetwork > 0 && (signUp === 'OPEN' || signUp === 'APPROVAL'),
      canMail: canMail(deps),
    }
    const set = [
      stored.guest === null && cookies.guest(guestSecret),
      isExplicit && cookies.language(language),
      isThemeExplicit && cookies.theme(theme),
    ]
    return { page, cookies: set.filter((cookie) => cookie !== false) }
  }
}

/** The block of the network or of the browser, for everyone but the people who run the site. */
async function blockOf(
  { visitor, ip, deviceCookie }: PageRequest,
  { blockedDevices, blockedNetworks }: Platform,
): Promise<'networkBlocked' | 'deviceBlocked' | null> {
  if ((visitor?.siteRole ?? null) !== null) return null
  if (await blockedNetworks.has(ip)) return 'networkBlocked'
  return (await blockedDevices.has(deviceCookie)) ? 'deviceBlocked' : null
}

/** The cookies that a redirect sets and clears. */
function cookiesOf(
  { session, sandboxSecret, deviceCookie, pendingSignIn }: Redirect,
  cookies: ReturnType<typeof pageCookies>,
): string[] {
  const set: string[] = []
  if (session === 'ended') set.push(cookies.clearSession())
  else if (session !== undefined) set.push(cookies.session(session.secret, session.lifetimeSec))
  if (sandboxSecret !== undefined) set.push(cookies.sandbox(sandboxSecret))
  if (deviceCookie !== undefined) set.push(cookies.device(deviceCookie))
  if (pendingSignIn === null) set.push(cookies.clearPending())
  else if (pendingSignIn !== undefined) set.push(cookies.pending(pendingSignIn))
  return set
}

/** Answers a browser at an address that does not exist, outside the paths of the API. Returns false for other requests. */
export function notFoundPages(
  { findVisitor, extension }: PageServices,
  deps: Platform,
): (request: FastifyRequest, reply: FastifyReply) => boolean {
  const contextOf = contextReader(new Set(), extension, deps)
  const pageHost = new URL(deps.addresses.authUrl).host
  return (request, reply) => {
    const isPage = request.method === 'GET' && request.host === pageHost && !apiPath.test(routePath(request))
    if (!isPage || !(request.headers.accept ?? '').includes('text/html')) return false
    void sendNotFound(request, reply)
    return true
  }

  /** Omits the account from the page header if the database does not answer. */
  async function sendNotFound(request: FastifyRequest, reply: FastifyReply) {
    const visitor = await findVisitor(request).catch(() => undefined)
    const context = { ...(await contextOf(request)), visitor, currentPath: '/' }
    void sendPage(reply.headers(securityHeaders), notFoundPage(context), deps)
  }
}

const apiPath = /^\/(assets|auth|console|ingest|open|sandbox|socket\.io)(\/|$)/

function contextReader(
  getPaths: ReadonlySet<string>,
  extension: ApiExtension | null,
  { addresses, site }: Pick<Platform, 'addresses' | 'site'>,
): (request: FastifyRequest) => Promise<PageContext> {
  const cookies = pageCookies(addresses.authUrl)
  return async (request) => {
    const query = queryOf(request)
    const { cookie, 'accept-language': header } = request.headers
    const stored = cookies.read(cookie)
    const { language } = languageOf(query, stored.language, header)
    const { theme } = themeOf(query, stored.theme)
    query.delete('lang')
    query.delete('theme')
    const path = requestedPath(request)
    const currentPath = getPaths.has(path) ? `${path}${query.size > 0 ? `?${String(query)}` : ''}` : null
    const isSandbox = extension !== null
    return {
      language,
      strings: locales[language],
      currentPath,
      isSandbox,
      site: await site.shown(),
      theme,
      visitor: undefined,
    }
  }
}

type PageDeps = Pick<Deps, 'addresses' | 'config'>

function sendPage(reply: FastifyReply, page: Page, deps: PageDeps) {
  const { body, retryAfterSec, status } = page
  void reply.header('content-security-policy', contentSecurityPolicy(page, deps))
  if (retryAfterSec !== undefined) void reply.header('retry-after', retryAfterSec)
  return reply.code(status).type('text/html; charset=utf-8').send(renderHtml(body))
}

function errorPageFor(error: unknown, request: FastifyRequest, context: PageContext): Page {
  const refusal = toRefusal(error)
  if (refusal !== null) request.refusalReason = refusal.reason
  const { status } = errors[refusal?.kind ?? 'internalError']
  const { retryAfterSec } = refusal ?? {}
  const message = messageFor(status, retryAfterSec, context.strings.errors)
  return errorPage(context, { ...message, status, ...(retryAfterSec !== undefined && { retryAfterSec }) })
}

function messageFor(status: number, retryAfterSec: number | undefined, t: PageContext['strings']['errors']) {
  if (status === 403) return t.csrf
  if (status === 413) return t.tooLarge
  if (status === 429) return t.tooManyAttempts(Math.ceil((retryAfterSec ?? 60) / 60))
  if (status === 503) return t.busy
  return status < 500 ? t.malformed : t.serverError
}

const refusedFeatures = [
  'camera',
  'display-capture',
  'geolocation',
  'hid',
  'microphone',
  'midi',
  'payment',
  'serial',
  'usb',
]

/** Refuses what no page needs, but for `allowed`. */
export function permissionsPolicy(allowed: readonly string[] = []): string {
  return refusedFeatures.map((feature) => `${feature}=(${allowed.includes(feature) ? 'self' : ''})`).join(', ')
}

export const securityHeaders = {
  'cache-control': 'no-store',
  'permissions-policy': permissionsPolicy(),
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
}

/** The sources of `img-src`: this host, the API's host and the host of ONAIR_THUMBNAIL_URL. */
export function pictureSources({ baseUrl }: Addresses, { thumbnailUrl }: Pick<Config, 'thumbnailUrl'>): string {
  return ["'self'", 'data:', baseUrl, ...(thumbnailUrl === null ? [] : [new URL(thumbnailUrl).origin])].join(' ')
}

/**
 * Only our own scripts and style sheet, pictures of the API's host and of ONAIR_THUMBNAIL_URL, no framing. Browsers apply
 * `form-action` to every redirect that follows a form, and applications redirect to any site and to schemes of their own.
 */
function contentSecurityPolicy({ leavesSite, hasScripts }: Page, { addresses, config }: PageDeps): string {
  const formAction = leavesSite ? '' : " form-action 'self';"
  const scripts = hasScripts ? " script-src 'self'; connect-src 'self';" : ''
  const pictures = pictureSources(addresses, config)
  return `default-src 'none';${scripts} style-src 'self'; font-src 'self'; img-src ${pictures};${formAction} frame-ancestors 'none'; base-uri 'none'; manifest-src 'self'`
}

export function queryOf({ url }: Pick<FastifyRequest, 'url'>): URLSearchParams {
  const at = url.indexOf('?')
  return new URLSearchParams(at < 0 ? '' : url.slice(at + 1))
}

/** The fields of a form. Throws 400 for one that cannot be read. */
function formOf({ body, headers }: FastifyRequest): URLSearchParams {
  const form = parseForm(isForm(headers) && Buffer.isBuffer(body) ? body : Buffer.alloc(0))
  if ('refusal' in form) throw new Refusal('badInput', form.refusal)
  return form.fields
}

function requireUtf8({ url }: FastifyRequest) {
  if (!isEncodedUtf8(url)) throw new Refusal('badInput', 'NOT_UTF8')
}
