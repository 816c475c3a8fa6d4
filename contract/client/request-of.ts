import { isByCookie, type Auth, type Endpoint } from '../endpoint.ts'

/** What a call brings along, by the kinds of the contract. */
export type Sent = { inPath?: object; query?: object; body?: object; parameters?: object }
/** The credentials of a call, as far as there are any. */
export type Known = { [K in 'clientId' | 'clientSecret' | 'accessToken']?: string | undefined }
/** A call as it goes over the wire. */
export type HttpRequest = { method: Endpoint['method']; url: URL; headers: Record<string, string>; body?: string }

/** The request that calls an operation. */
export function requestOf(
  endpoint: Endpoint,
  { baseUrl, credentials = {}, ...input }: Sent & { baseUrl: string; credentials?: Known },
): HttpRequest {
  const { method, path, auth } = endpoint
  const url = new URL(baseUrl.replace(/\/$/, '') + filled(path, input.inPath ?? {}))
  for (const [name, value] of [...pairsOf(input.query), ...pairsOf(input.parameters)])
    url.searchParams.append(name, value)
  return {
    method,
    url,
    headers: {
      ...headersOf(auth, credentials, `${method} ${path}`),
      // What goes by the cookie must say that it is JSON also where it has no body: no form of another site can.
      ...((input.body || (isByCookie(auth) && method !== 'GET')) && { 'Content-Type': 'application/json' }),
    },
    ...(input.body && { body: JSON.stringify(input.body) }),
  }
}

function headersOf(
  { kind }: Auth,
  { clientId, clientSecret, accessToken }: Known,
  operation: string,
): Record<string, string> {
  if (kind === 'none' || kind === 'session' || kind === 'visitor') return {}
  if (kind === 'token') {
    if (accessToken === undefined) throw new TypeError(`${operation} needs accessToken`)
    return { Authorization: `Bearer ${accessToken}` }
  }
  if (clientId === undefined || clientSecret === undefined)
    throw new TypeError(`${operation} needs clientId and clientSecret`)
  return { 'Client-Id': clientId, 'Client-Secret': clientSecret }
}

function filled(path: string, values: object): string {
  return path.replace(/\{(\w+)\}/g, (_all, name: string) =>
    encodeURIComponent(String((values as Record<string, unknown>)[name])),
  )
}

/** A list is repeated, and the fields of an object are `name[field]`; what is undefined is not sent. */
function pairsOf(values: object = {}, spell = (name: string) => name): [name: string, value: string][] {
  return Object.entries(values).flatMap(([name, value]) => {
    if (value === undefined) return []
    if (Array.isArray(value)) return value.map((one): [string, string] => [spell(name), String(one)])
    if (typeof value === 'object' && value !== null) return pairsOf(value, (field) => `${spell(name)}[${field}]`)
    return [[spell(name), String(value)]]
  })
}
