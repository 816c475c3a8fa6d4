import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { errors } from '@onair/contract'
import { home } from '../features/accounts/home.ts'
import { signIn } from '../features/accounts/sign-in.ts'
import { signOut } from '../features/accounts/sign-out.ts'
import { showSignUp, signUp } from '../features/accounts/sign-up.ts'
import { askIdentity, beginIdentityCheck, finishIdentityCheck } from '../features/accounts/verify-identity.ts'
import { visitorOf } from '../features/accounts/web-session.ts'
import { answerConsent, askConsent } from '../features/auth/interlock.ts'
import { showCode } from '../features/sandbox/show-code.ts'
import { demoPeople, tryConsentAt } from '../features/sandbox/demo.ts'
import { errorPage, explained } from '../kit/error-page.ts'
import { textOf } from '../kit/html.ts'
import type { Frame, Page, PageCall, PageRoute, Redirect } from '../kit/page-call.ts'
import { Refusal } from '../kit/refusal.ts'
import { newSecret } from '../kit/secrets.ts'
import type { World } from '../world/world.ts'
import { refusalOf } from './bind.ts'
import { csrfTokens, refuseForgery } from './forgery.ts'
import { pageCookies } from './page-cookies.ts'
import { languageOf } from './page-language.ts'

/** The pages of the program. */
export function pageRoutes(world: World): PageRoute[] {
  const isSandbox = world.config.mode === 'sandbox'
  const suggested = isSandbox ? demoPeople(world) : []
  return [
    home({ tryConsentAt: isSandbox ? tryConsentAt(world) : null, suggested }),
    ...signIn(suggested),
    showSignUp,
    signUp,
    signOut,
    askIdentity,
    beginIdentityCheck,
    finishIdentityCheck,
    askConsent,
    answerConsent,
    ...(isSandbox ? [showCode] : []),
  ]
}

/** Serves the pages: who is signed in here → is the form ours → the feature → a page or a redirect, with the headers that guard it. */
export async function bindPages(server: FastifyInstance, routes: readonly PageRoute[], world: World): Promise<void> {
  const cookies = pageCookies(world.addresses.authUrl)
  const csrfOf = csrfTokens(world.programKey)
  const shownPaths = new Set(routes.filter(({ method }) => method === 'GET').map(({ path }) => path))

  await server.register(async (pages) => {
    pages.setErrorHandler((error, request, reply) => {
      const { status, page } = failurePage(error, request, frameOf(request))
      if (status === 500) world.log.error({ request: request.id, error }, 'request.failed')
      return send(reply, page)
    })
    for (const { method, path, act } of routes)
      pages.route({
        method,
        url: path,
        handler: async (request, reply) => send(reply, await answer(request, reply, act)),
      })
  })

  async function answer(request: FastifyRequest, reply: FastifyReply, act: PageRoute['act']) {
    const given = cookies.read(request.headers.cookie)
    const visitor = given.session === null ? null : await visitorOf(given.session, world)
    const visit = given.visit ?? newSecret(world.random)
    if (given.visit === null) void reply.header('set-cookie', cookies.visit(visit))
    const csrf = csrfOf(visitor === null ? visit : (given.session ?? ''))
    const form = formOf(request)
    if (request.method === 'POST') refuseForgery(request, form.get('csrf'), csrf, world.addresses)

    const query = queryOf(request)
    const { language, chosen } = languageOf(request, query, cookies)
    if (chosen) void reply.header('set-cookie', cookies.language(language))
    const call: PageCall = { ...frameOf(request), query, form, visitor, csrf, address: request.ip }
    return act(call, world)
  }

  function frameOf(request: FastifyRequest): Frame {
    const query = queryOf(request)
    const { language } = languageOf(request, query, cookies)
    query.delete('lang')
    const path = request.url.split('?', 1)[0] ?? '/'
    const here = shownPaths.has(path) ? `${path}${query.size > 0 ? `?${String(query)}` : ''}` : null
    return { language, here, isSandbox: world.config.mode === 'sandbox' }
  }

  function send(reply: FastifyReply, answer: Page | Redirect) {
    void reply.headers(guards)
    if (answer.kind === 'redirect') {
      if (answer.session === 'ended') void reply.header('set-cookie', cookies.noSession())
      else if (answer.session !== undefined)
        void reply.header('set-cookie', cookies.session(answer.session.secret, answer.session.lifetimeSec))
      return reply.redirect(answer.to, reply.request.method === 'POST' ? 303 : 302)
    }
    void reply.header('content-security-policy', policy(answer.formTargets))
    if (answer.retryAfterSec !== undefined) void reply.header('retry-after', answer.retryAfterSec)
    return reply.code(answer.status).type('text/html; charset=utf-8').send(textOf(answer.body))
  }
}

function failurePage(error: unknown, request: FastifyRequest, frame: Frame): { status: number; page: Page } {
  const refusal = error instanceof Refusal ? error : refusalOf(error)
  if (refusal !== null) request.refusedBecause = refusal.why
  const { status } = errors[refusal?.failure ?? 'fault']
  const said = explained[frame.language]
  const why =
    status === 403 ? said.forged : status === 413 ? said.tooLarge : status < 500 ? said.unreadable : said.fault
  return { status, page: errorPage(frame, { ...why, status }) }
}

export const guards = {
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
}

/** No script at all, only our own style, in nobody's frame. */
function policy(formTargets: readonly string[]): string {
  const formAction = ["'self'", ...formTargets.map(sourceOf)].join(' ')
  return `default-src 'none'; style-src 'self'; img-src 'self' data:; form-action ${formAction}; frame-ancestors 'none'; base-uri 'none'`
}

/**
 * How a policy names an address that a form leads to. Browsers hold the whole way there against the policy, and an
 * application's address often leads on to another origin, so any page of the web is let through.
 */
function sourceOf(address: string): string {
  const { protocol } = new URL(address)
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
