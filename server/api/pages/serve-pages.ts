import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { errors } from '@onair/contract'
import { home } from './home.ts'
import { signIn } from './sign-in.ts'
import { signOut } from './sign-out.ts'
import { showSignUp, signUp } from './sign-up.ts'
import { showIdentity, startIdentityCheck, finishIdentityCheck } from './identity.ts'
import { authenticateVisitor } from '../../features/accounts/web-session.ts'
import { submitConsent, showConsent } from './consent.ts'
import { showCode } from './sandbox-code.ts'
import { demoPeople, demoConsentUrl } from '../../features/demo/demo.ts'
import { errorPage, errorTexts } from './error-page.ts'
import { renderHtml } from './html.ts'
import type { PageContext, Page, PageRequest, PageRoute, Redirect } from './page-route.ts'
import { Refusal } from '../../shared/refusal.ts'
import { newSecret } from '../../shared/secrets.ts'
import type { Deps } from '../../infra/deps.ts'
import { toRefusal } from '../route.ts'
import { csrfTokens, verifyCsrf } from '../csrf.ts'
import { pageCookies } from './cookies.ts'
import { languageOf } from './page-language.ts'

/** The pages of the program. */
export function pageRoutes(deps: Deps): PageRoute[] {
  const isSandbox = deps.config.mode === 'sandbox'
  const suggestedPeople = isSandbox ? demoPeople(deps) : []
  return [
    home({ consentUrl: isSandbox ? demoConsentUrl(deps) : null, demoPeople: suggestedPeople }),
    ...signIn(suggestedPeople),
    showSignUp,
    signUp,
    signOut,
    showIdentity,
    startIdentityCheck,
    finishIdentityCheck,
    showConsent,
    submitConsent,
    ...(isSandbox ? [showCode] : []),
  ]
}

/** Serves the pages: who is signed in here → is the form ours → the feature → a page or a redirect, with the headers that guard it. */
export async function registerPages(server: FastifyInstance, routes: readonly PageRoute[], deps: Deps): Promise<void> {
  const cookies = pageCookies(deps.addresses.authUrl)
  const csrfOf = csrfTokens(deps.programKey)
  const getPaths = new Set(routes.filter(({ method }) => method === 'GET').map(({ path }) => path))

  await server.register(async (pageServer) => {
    pageServer.setErrorHandler((error, request, reply) => {
      const { status, page } = errorPageFor(error, request, contextOf(request))
      if (status === 500) deps.log.error({ request: request.id, error }, 'request.failed')
      return send(reply, page)
    })
    for (const { method, path, handle } of routes)
      pageServer.route({
        method,
        url: path,
        handler: async (request, reply) => send(reply, await handlePage(request, reply, handle)),
      })
  })

  async function handlePage(request: FastifyRequest, reply: FastifyReply, handle: PageRoute['handle']) {
    const requestCookies = cookies.read(request.headers.cookie)
    const visitor = requestCookies.session === null ? null : await authenticateVisitor(requestCookies.session, deps)
    const guestSecret = requestCookies.guest ?? newSecret(deps.random)
    if (requestCookies.guest === null) void reply.header('set-cookie', cookies.guest(guestSecret))
    const csrf = csrfOf(visitor === null ? guestSecret : (requestCookies.session ?? ''))
    const form = formOf(request)
    if (request.method === 'POST') verifyCsrf(request, form.get('csrf'), csrf, deps.addresses)

    const query = queryOf(request)
    const { language, isExplicit } = languageOf(request, query, cookies)
    if (isExplicit) void reply.header('set-cookie', cookies.language(language))
    const call: PageRequest = { ...contextOf(request), query, form, visitor, csrf, ip: request.ip }
    return handle(call, deps)
  }

  function contextOf(request: FastifyRequest): PageContext {
    const query = queryOf(request)
    const { language } = languageOf(request, query, cookies)
    query.delete('lang')
    const path = request.url.split('?', 1)[0] ?? '/'
    const currentPath = getPaths.has(path) ? `${path}${query.size > 0 ? `?${String(query)}` : ''}` : null
    return { language, currentPath, isSandbox: deps.config.mode === 'sandbox' }
  }

  function send(reply: FastifyReply, result: Page | Redirect) {
    void reply.headers(securityHeaders)
    if (result.kind === 'redirect') {
      if (result.session === 'ended') void reply.header('set-cookie', cookies.clearSession())
      else if (result.session !== undefined)
        void reply.header('set-cookie', cookies.session(result.session.secret, result.session.lifetimeSec))
      return reply.redirect(result.to, reply.request.method === 'POST' ? 303 : 302)
    }
    void reply.header('content-security-policy', contentSecurityPolicy(result.formTargets))
    if (result.retryAfterSec !== undefined) void reply.header('retry-after', result.retryAfterSec)
    return reply.code(result.status).type('text/html; charset=utf-8').send(renderHtml(result.body))
  }
}

function errorPageFor(error: unknown, request: FastifyRequest, context: PageContext): { status: number; page: Page } {
  const refusal = error instanceof Refusal ? error : toRefusal(error)
  if (refusal !== null) request.refusalReason = refusal.reason
  const { status } = errors[refusal?.failure ?? 'fault']
  const t = errorTexts[context.language]
  const text = status === 403 ? t.csrf : status === 413 ? t.tooLarge : status < 500 ? t.malformed : t.serverError
  return { status, page: errorPage(context, { ...text, status }) }
}

export const securityHeaders = {
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
}

/** No script at all, only our own style, in nobody's frame. */
function contentSecurityPolicy(formTargets: readonly string[]): string {
  const formAction = ["'self'", ...formTargets.map(cspSource)].join(' ')
  return `default-src 'none'; style-src 'self'; img-src 'self' data:; form-action ${formAction}; frame-ancestors 'none'; base-uri 'none'`
}

/**
 * How a policy names an address that a form leads to. Browsers hold the whole way there against the policy, and an
 * application's address often leads on to another origin, so any page of the web is let through.
 */
function cspSource(url: string): string {
  const { protocol } = new URL(url)
  return /^https?:$/.test(protocol) ? 'http: https:' : protocol
}

export function queryOf({ url }: Pick<FastifyRequest, 'url'>): URLSearchParams {
  const at = url.indexOf('?')
  return new URLSearchParams(at < 0 ? '' : url.slice(at + 1))
}

function formOf({ body, headers }: FastifyRequest): URLSearchParams {
  const isForm = headers['content-type']?.startsWith('application/x-www-form-urlencoded') ?? false
  return new URLSearchParams(isForm && Buffer.isBuffer(body) ? body.toString('utf8') : '')
}
