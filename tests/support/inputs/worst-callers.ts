import { Agent, request } from 'node:http'
import { sandboxSecret } from '@onair/sandbox/demo/sandbox-secret.ts'
import { grantSiteRole } from '@onair/server/features/operators/site-roles.ts'
import { memoryCounters } from '@onair/server/infra/counters/memory-counters.ts'
import type { Counters } from '@onair/server/infra/counters/counters.ts'
import { systemLog } from '@onair/server/infra/observability/log.ts'
import { httpBrowser, type HttpBrowser } from '../clients/http-browser.ts'
import type { RecordedRoute, RouteRecorder } from './recorded-routes.ts'
import { openSandboxApp } from '../apps/sandbox-app.ts'
import type { Fixture } from '../apps/test-app.ts'
import { encodeFormText } from './worst-texts.ts'

/** An input for a route, at the size that the route allows. `fields`: of a form, sent with the token of the page. */
export type WorstRequest = {
  name: string
  pathParam?: string
  query?: string
  headers?: Record<string, string>
  body?: string
  fields?: Record<string, string>
}

/** The names that the code read while it served a request. */
type NamesRead = { query: string[]; form: string[] }

export type Callers = Awaited<ReturnType<typeof openCallers>>

/**
 * A public sandbox without quotas that writes a log, and callers of its routes: an application, a person, and a guest where
 * a page sends persons elsewhere; for the operator's area, an operator. Credentials that a request ended are replaced.
 */
export async function openCallers(recorder: RouteRecorder) {
  await using opening = new AsyncDisposableStack()
  const log = opening.use(systemLog({ level: 'info', destination: { write: () => {} } }))
  const testApp = opening.use(
    await openSandboxApp({ log, settings: { sandboxPublic: true, trustProxy: true }, openCounters: uncounted }),
  )
  const agent = opening.adopt(new Agent({ keepAlive: true, maxSockets: 1 }), (own) => own.destroy())
  const { port } = new URL(testApp.url)
  let fixture = await testApp.createFixture()
  let person = await openPerson()
  let operator = await openOperator()
  let hasEnded = false
  const namesByRoute = new Map<string, NamesRead>()
  const headersRead = new Set<string>()
  const inputsRead = new Set<string>()
  const opened = opening.move()

  async function openPerson(): Promise<HttpBrowser> {
    const { email, password } = await testApp.act('createPerson', { channelName: `사람 ${Math.random()}` })
    const browser = httpBrowser(testApp.url)
    await browser.signIn(email, password)
    return browser
  }

  async function openOperator(): Promise<HttpBrowser> {
    const browser = await openPerson()
    const { channelId } = (await browser.callConsole('GET', '/visitor')).body.content.visitor
    await grantSiteRole({ channelId, role: 'OPERATOR' }, testApp.deps)
    return browser
  }

  function exchange({ method }: RecordedRoute, path: string, headers: object, body?: string): Promise<Answer> {
    const { promise, resolve, reject } = Promise.withResolvers<Answer>()
    const limits = { signal: AbortSignal.timeout(20_000), maxHeaderSize: 100_000 }
    const sent = request({ port, method, path, agent, headers: { ...headers }, ...limits })
    sent.on('error', reject)
    sent.on('response', (response) => {
      let text = ''
      response.setEncoding('utf8').on('data', (part: string) => (text += part))
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text }))
    })
    sent.end(body)
    return promise
  }

  /** The browser for a page: a guest where the page redirects a person. */
  async function browserFor(route: RecordedRoute): Promise<HttpBrowser> {
    const guest = httpBrowser(testApp.url)
    const { status, location } = await person.get(route.url)
    if (status === 302 && location === '/') await guest.get(route.url)
    return status === 302 && location === '/' ? guest : person
  }

  async function send(route: RecordedRoute, input: Omit<WorstRequest, 'name'>): Promise<Answer> {
    const path = route.url.replace(/:\w+|\*/g, input.pathParam ?? sampleParam(fixture))
    const query = input.query === undefined ? '' : `?${input.query}`
    const { headers, body } = input.fields === undefined ? input : await formFor(route, input.fields)
    const answer = await exchange(route, path + query, { ...credentialsFor(route), ...headers }, body)
    if ([413, 414, 431].includes(answer.status)) throw new Error(`${route.url} does not allow this size`)
    hasEnded ||= answer.status === 401 && (input.headers === undefined || 'content-type' in input.headers)
    return answer
  }

  async function formFor(route: RecordedRoute, fields: Record<string, string>) {
    const browser = await browserFor(route)
    const csrf = /name="csrf" value="([^"]+)"/.exec((await browser.get(route.url)).text)?.[1] ?? ''
    const headers = { 'content-type': 'application/x-www-form-urlencoded', cookie: cookieOf(browser) }
    const pairs = Object.entries({ csrf, ...fields }).map(([name, text]) => `${name}=${encodeFormText(text)}`)
    return { headers, body: pairs.join('&') }
  }

  function credentialsFor({ endpoint, method }: RecordedRoute): Record<string, string> {
    const kind = endpoint?.auth.kind
    const { client, token } = fixture
    if (kind === 'token') return { authorization: `Bearer ${token}` }
    if (kind === 'client') return { 'client-id': client.clientId, 'client-secret': client.clientSecret }
    if (kind === 'none') return { authorization: `Bearer ${sandboxSecret(testApp.deps)}` }
    const caller = endpoint?.needsSiteRole === undefined ? person : operator
    return { cookie: cookieOf(caller), ...(requiresJson({ endpoint }) && method !== 'GET' && jsonType) }
  }

  return {
    send,
    /** Replaces credentials that an earlier request has ended. */
    async renew() {
      if (!hasEnded) return
      fixture = await testApp.createFixture()
      person = await openPerson()
      operator = await openOperator()
      hasEnded = false
    },
    get channelId() {
      return fixture.channelId
    },
    get clientId() {
      return fixture.client.clientId
    },
    requiresJson,
    async namesRead(route: RecordedRoute): Promise<NamesRead> {
      const key = `${route.method} ${route.url}`
      const known = namesByRoute.get(key)
      if (known !== undefined) return known
      const { headers = {}, body = '' } = route.method === 'POST' ? await formFor(route, {}) : {}
      const names = await recordNames(() =>
        send(route, { query: 'a=a', headers, ...(route.method === 'POST' && { body: `${body}&onlyInForm=1` }) }),
      )
      namesByRoute.set(key, names)
      return names
    },
    /** Whether no earlier route that the same shared code reads got the input: of endpoints of an API, or of pages. */
    isFirst({ endpoint, method, url }: RecordedRoute, input: string): boolean {
      const { auth, hasReason, acceptsClientHeaders, parameters } = endpoint ?? {}
      const reader = [auth?.kind, method === 'GET', hasReason, acceptsClientHeaders, parameters !== undefined]
      const key = [endpoint === undefined ? 'page' : url.split('/')[1], ...reader, input].join(' ')
      const isNew = !inputsRead.has(key)
      inputsRead.add(key)
      return isNew
    },
    /** The headers that this route reads, and no earlier one of its kind. */
    async newHeadersRead(route: RecordedRoute): Promise<string[]> {
      const own = route.url.split('/')[1]
      // Of the headers that the pipeline of pages reads, the handler of a page gets this one.
      const kindOf = (name: string) =>
        route.endpoint?.auth.kind ?? (route.isPage && name !== 'user-agent' ? 'page' : own)
      const headers = await recorder.recordHeaders(() => send(route, {}))
      const found = headers.filter((name) => !headersRead.has(`${kindOf(name)} ${name}`))
      for (const name of found) headersRead.add(`${kindOf(name)} ${name}`)
      return found
    },
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  }
}

type Answer = { status: number; text: string }

const jsonType = { 'content-type': 'application/json' }

/** Whether only JSON is read: a form of another site could use the cookie. */
function requiresJson({ endpoint }: Pick<RecordedRoute, 'endpoint'>): boolean {
  return endpoint?.auth.kind === 'webSession' || endpoint?.auth.kind === 'visitor'
}

function cookieOf({ cookies }: HttpBrowser): string {
  return [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
}

function sampleParam({ channelId }: Fixture): string {
  return channelId
}

/** Records which parameters of queries and forms the code asks for. */
async function recordNames(run: () => Promise<unknown>): Promise<NamesRead> {
  const [query, form] = [new Set<string>(), new Set<string>()]
  const own = Object.getOwnPropertyDescriptors(URLSearchParams.prototype)
  for (const method of ['get', 'getAll'] as const) {
    const value = function read(this: URLSearchParams, name: string): unknown {
      const names = this.has('onlyInForm') ? form : query
      names.add(name)
      return Reflect.apply(own[method].value!, this, [name])
    }
    Object.defineProperty(URLSearchParams.prototype, method, { ...own[method], value })
  }
  await run()
  for (const method of ['get', 'getAll'] as const) Object.defineProperty(URLSearchParams.prototype, method, own[method])
  return { query: [...query], form: [...form] }
}

/** Counters with no limit, so that every input reaches its parser. */
function uncounted(): Counters {
  const counters = memoryCounters()
  return Object.assign(counters, {
    add: () => ({ count: 0, endsAt: 0, isRefused: false }),
    read: async () => ({ count: 0, endsAt: 0 }),
  })
}
