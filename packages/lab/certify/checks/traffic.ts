import { fail, notApplicable, pass, type Check } from '../check.ts'
import type { Seen } from '../locales/texts.ts'
import { profiles } from '../profile.ts'
import { seen } from '../seen.ts'
import type { SeenRequest } from '../seen-request.ts'
import { redaction } from '../traffic.ts'

const idleMs = 1_500

const keepsUnderQuotas: Check = {
  id: 'quota',
  profiles,
  points: 5,
  async run(lab) {
    const since = lab.traffic.now()
    await lab.wait(idleMs)
    const recent = lab.requests.filter(({ at }) => at > since)
    const perMinute = Math.round((recent.length * 60_000) / idleMs)
    const quotas = lab.requests.flatMap(({ quotaPerMinute }) => quotaPerMinute ?? [])
    const quota = quotas.length === 0 ? Infinity : Math.min(...quotas)
    const refused = lab.requests.filter(({ status, isFault }) => status === 429 && !isFault)
    if (refused.length > 0) return fail(seen('CALLS_REFUSED', { count: refused.length }), refused.slice(0, 5))
    if (perMinute > quota) return fail(seen('POLLS', { perMinute, quota }), recent.slice(0, 5))
    return pass(seen('UNDER_QUOTA', { calls: lab.requests.length, perMinute }), lab.requests.slice(-5))
  },
}

const keepsSecrets: Check = {
  id: 'secrets',
  profiles,
  points: 10,
  async run(lab) {
    await lab.works()
    // An overlay that was connected before has sent nothing yet.
    if (lab.requests.length === 0 && lab.session !== null) {
      await lab.cut()
      await lab.isReady()
    }
    if (lab.requests.length === 0) return notApplicable(seen('NO_REQUESTS'))
    const secrets = [...lab.secrets, ...lab.requests.flatMap(issuedSecrets)]
    const findSecret = (text: string) =>
      lab.traffic.isRedacted
        ? [redaction].find((mark) => text.includes(mark))
        : secrets.find((secret) => text.includes(secret))
    const leaks = lab.requests.flatMap((request) => {
      const leak = findLeak(request, findSecret, lab.clientSecret)
      return leak === null ? [] : [{ leak, request }]
    })
    const places = new Map(leaks.map(({ leak }) => [JSON.stringify(leak), leak]))
    if (secrets.some((secret) => lab.output.includes(secret))) places.set('output', seen('SECRET_IN_OUTPUT'))
    const shown = leaks.slice(0, 5).map(({ request }) => request)
    if (places.size > 0) return fail([...places.values()], shown)
    const calls = lab.requests.length
    return pass(
      lab.traffic.isRedacted ? seen('NO_SECRET_RECORDED', { calls }) : seen('NO_SECRET', { calls }),
      lab.requests.slice(-5),
    )
  },
}

export const trafficChecks = { keepsUnderQuotas, keepsSecrets }

/** Tokens that the program got itself. */
function issuedSecrets({ headers, path, body }: SeenRequest): string[] {
  const bearer = /^Bearer (\S{20,})$/.exec(String(headers['authorization'] ?? ''))?.[1]
  const refreshToken = path === '/auth/v1/token' ? /"refreshToken"\s*:\s*"([^"]{20,})"/.exec(body)?.[1] : undefined
  return [bearer, refreshToken].filter((secret) => secret !== undefined)
}

type FindSecret = (text: string) => string | undefined

/** Where the request has a secret that does not belong there; null: nowhere. */
function findLeak(request: SeenRequest, findSecret: FindSecret, clientSecret: string | null): Seen | null {
  const { path, query, body, headers } = request
  const has = (text: string) => findSecret(text) !== undefined
  if (has(path) || [...query.values()].some(has)) return seen('SECRET_IN_ADDRESS', { path })
  if (!isTokenCall(path) && has(body)) return seen('SECRET_IN_BODY', { path })
  for (const [name, value] of Object.entries(headers)) {
    const secret = findSecret(String(value))
    if (secret !== undefined && !belongsIn(name, secret, { path, clientSecret }))
      return seen('SECRET_IN_HEADER', { name, path })
  }
  return null
}

/** The inspector redacts cookies and both kinds of secrets alike. */
function belongsIn(
  name: string,
  secret: string,
  { path, clientSecret }: { path: string; clientSecret: string | null },
): boolean {
  if (secret === redaction && name === 'cookie') return true
  if (name === 'authorization') return secret !== clientSecret
  return name === 'client-secret' && takesClientSecret(path) && (secret === redaction || secret === clientSecret)
}

function isTokenCall(path: string): boolean {
  return path.startsWith('/auth/v1/')
}

/** Specification, "Calling the API": the operations with the kind Client. */
function takesClientSecret(path: string): boolean {
  return (
    /^\/open\/v1\/(channels|lives|categories\/search|drops\/reward-claims)$/.test(path) ||
    /^\/open\/v1\/sessions(\/auth)?\/client$/.test(path) ||
    isTokenCall(path)
  )
}
