import { sandboxApi } from '@onair/contract'
import { setTimeout as sleep } from 'node:timers/promises'
import { fail, notApplicable, pass, type Check } from '../check.ts'
import { profiles } from '../profile.ts'
import type { SeenRequest } from '../seen-request.ts'
import { didNotReconnect, earlyCall, retryAfterSec, seconds, tooManyRequests, withFaults } from './sessions.ts'

const tokenLifetimeSec = 86_400
const concurrentMessages = 3
const idleMs = 1_500

const honoursRetryAfter: Check = {
  id: 'retry-after-message',
  title: 'Waits for Retry-After when a message is refused with 429',
  profiles: ['bot'],
  points: 5,
  section: 'Specification, Errors: 429 TOO_MANY_REQUESTS',
  why: 'A call that is repeated before Retry-After is refused again, and counts.',
  fix: 'Read Retry-After (seconds) of a 429, and send the message again after that time, or drop it.',
  run: (lab) =>
    withFaults(lab, [tooManyRequests('chat.sendMessage')], async () => {
      const since = lab.relay.now()
      const text = lab.nextText()
      await lab.chat(lab.probeMessage(text))
      const calls = () => lab.requests.filter(({ at, path }) => at > since && path === '/open/v1/chats/send')
      await lab.until(() => calls().some(({ isFault }) => isFault))
      const refused = calls().find(({ isFault }) => isFault)
      if (refused === undefined) return fail('It sent no message.', calls())
      await sleep(Math.max(0, refused.at + retryAfterSec * 1_000 - lab.relay.now()))
      const early = earlyCall(calls())
      if (early !== null)
        return fail(`It called again after ${seconds(early.waited)}; Retry-After was ${retryAfterSec} s.`, calls())
      if (!(await lab.works())) return fail(`It no longer worked after a 429. ${lab.describe()}`, calls())
      return pass('It did not call again before Retry-After, and worked afterwards.', calls())
    }),
}

const refreshesOnce: Check = {
  id: 'refresh-once',
  title: 'Refreshes an expired token once',
  profiles: ['bot', 'overlay'],
  points: 10,
  section: 'Specification, Authorization-code flow: the refresh token is single-use',
  why: 'An access token lives one day, and a refresh token works once: two calls that refresh at the same time end the grant, and the user must give consent again.',
  fix: 'On 401 INVALID_TOKEN let the first call refresh, let all others wait for it, store both new tokens, and repeat the calls.',
  async run(lab) {
    const since = lab.relay.now()
    await lab.call(sandboxApi.clock.moveClock, { body: { advanceSeconds: tokenLifetimeSec + 60 } })
    const texts = Array.from({ length: concurrentMessages }, () => lab.nextText())
    if (lab.subject.profile === 'overlay') await lab.cut()
    else await Promise.all(texts.map((text) => lab.chat(lab.probeMessage(text))))
    const refreshes = () => lab.requests.filter(({ at, path }) => at > since && path === '/auth/v1/token')
    const isDone = () =>
      lab.subject.profile === 'overlay' ? lab.session !== null : texts.every((text) => lab.repliesTo(text).length > 0)
    const works = await lab.until(isDone)
    await lab.settle()
    const calls = refreshes()
    const hasCalled = lab.requests.some(({ at }) => at > since)
    if (lab.subject.profile === 'overlay' && !hasCalled && lab.hasEnded() === null) return didNotReconnect
    if (calls.length > 1) return fail(`It refreshed ${calls.length} times at the expiry of one token.`, calls)
    if (calls.length === 0) return fail('It did not refresh its token after one day.', lab.requests.slice(-5))
    if (calls.some(({ status }) => status !== 200))
      return fail(`Its refresh was refused with ${calls[0]?.status}.`, calls)
    if (!works)
      return fail(`It refreshed, but did not repeat its calls. ${lab.describe()}`, [
        ...calls,
        ...lab.requests.slice(-5),
      ])
    return pass('One refresh; the calls that waited for it were repeated.', calls)
  },
}

const keepsUnderQuotas: Check = {
  id: 'quota',
  title: 'Keeps under the quotas',
  profiles,
  points: 5,
  section: 'Specification, Limits: quota values behind 429',
  why: 'Calls beyond the quota are refused with 429. A program that polls all the time uses up what it needs on a busy evening.',
  fix: 'Use the events of the session instead of polling, cache what seldom changes, and watch RateLimit-Remaining.',
  async run(lab) {
    const since = lab.relay.now()
    await sleep(idleMs)
    const recent = lab.requests.filter(({ at }) => at > since)
    const perMinute = Math.round((recent.length * 60_000) / idleMs)
    const quotas = lab.requests.flatMap(({ quotaPerMinute }) => quotaPerMinute ?? [])
    const quota = quotas.length === 0 ? Infinity : Math.min(...quotas)
    const refused = lab.requests.filter(({ status, isFault }) => status === 429 && !isFault)
    if (refused.length > 0) return fail(`${refused.length} calls were refused with 429.`, refused.slice(0, 5))
    if (perMinute > quota)
      return fail(`${perMinute} calls per minute while nothing happens; the quota is ${quota}.`, recent.slice(0, 5))
    return pass(`${lab.requests.length} calls, none refused; ${perMinute} per minute while nothing happens.`)
  },
}

const keepsSecrets: Check = {
  id: 'secrets',
  title: 'Sends no secret where it does not belong',
  profiles,
  points: 10,
  section: 'Specification, Authentication: Calling the API',
  why: 'Addresses, messages and logs are stored and shown by many programs. A reader who finds a secret there can act for the user.',
  fix: 'Send the access token in Authorization only, the client secret in Client-Secret and to the token endpoints, the refresh token to the token endpoints, and log none of them.',
  async run(lab) {
    await lab.works()
    if (lab.requests.length === 0) return notApplicable('It sent no request.')
    const secrets = [...lab.secrets, ...lab.requests.flatMap(issuedSecrets)]
    const leaks = lab.requests.filter((request) => findLeak(request, secrets, lab.app.clientSecret) !== null)
    const places = new Set(leaks.map((request) => findLeak(request, secrets, lab.app.clientSecret)))
    if (secrets.some((secret) => lab.output.includes(secret))) places.add('in its output')
    if (places.size > 0) return fail(`Secrets ${[...places].join(', ')}.`, leaks.slice(0, 5))
    return pass(`No secret in the wrong place in ${lab.requests.length} requests and its output.`)
  },
}

export const trafficChecks = { honoursRetryAfter, refreshesOnce, keepsUnderQuotas, keepsSecrets }

/** Tokens that the program got itself. */
function issuedSecrets({ headers, path, body }: SeenRequest): string[] {
  const bearer = /^Bearer (\S{20,})$/.exec(String(headers['authorization'] ?? ''))?.[1]
  const refreshToken = path === '/auth/v1/token' ? /"refreshToken"\s*:\s*"([^"]{20,})"/.exec(body)?.[1] : undefined
  return [bearer, refreshToken].filter((secret) => secret !== undefined)
}

/** Where the request has a secret that does not belong there; null: nowhere. */
function findLeak(request: SeenRequest, secrets: readonly string[], clientSecret: string): string | null {
  const { path, query, body, headers } = request
  const isTokenCall = path.startsWith('/auth/v1/')
  if (secrets.some((secret) => path.includes(secret) || [...query.values()].some((value) => value.includes(secret))))
    return `in the address of ${path}`
  if (!isTokenCall && secrets.some((secret) => body.includes(secret))) return `in the body of ${path}`
  for (const [name, value] of Object.entries(headers)) {
    const found = secrets.find((secret) => String(value).includes(secret))
    if (found === undefined) continue
    const belongs =
      found === clientSecret ? name === 'client-secret' && takesClientSecret(request) : name === 'authorization'
    if (!belongs) return `in the header ${name} of ${path}`
  }
  return null
}

/** Specification, "Calling the API": the operations with the kind Client. */
function takesClientSecret({ path }: SeenRequest): boolean {
  return (
    /^\/open\/v1\/(channels|lives|categories\/search|drops\/reward-claims)$/.test(path) ||
    /^\/open\/v1\/sessions(\/auth)?\/client$/.test(path) ||
    path.startsWith('/auth/v1/')
  )
}
