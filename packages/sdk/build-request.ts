import { usesCookie, type Endpoint } from '@onair/contract'

export type RequestInput = { pathParams?: object; query?: object; body?: object; parameters?: object }
export type RequestCredentials = {
  [K in 'clientId' | 'clientSecret' | 'accessToken' | 'sandboxSecret' | 'cookie']?: string | undefined
}
export type HttpRequest = { method: Endpoint['method']; url: URL; headers: Record<string, string>; body?: string }

export function buildRequest(
  endpoint: Endpoint,
  { baseUrl, credentials = {}, ...input }: RequestInput & { baseUrl: string; credentials?: RequestCredentials },
): HttpRequest {
  const { method, path, auth } = endpoint
  const url = new URL(baseUrl.replace(/\/$/, '') + fillPath(path, input.pathParams ?? {}))
  for (const [name, value] of [...queryPairs(input.query), ...queryPairs(input.parameters)])
    url.searchParams.append(name, value)
  return {
    method,
    url,
    headers: {
      ...headersOf(endpoint, credentials),
      // CSRF protection: a change by cookie must have this type, which no form of another site can send.
      ...((input.body || (usesCookie(auth) && method !== 'GET')) && { 'Content-Type': 'application/json' }),
    },
    ...(input.body && { body: JSON.stringify(input.body) }),
  }
}

function headersOf(
  { auth: { kind }, method, path }: Endpoint,
  { clientId, clientSecret, accessToken, sandboxSecret, cookie }: RequestCredentials,
): Record<string, string> {
  const operation = `${method} ${path}`
  if (sandboxSecret !== undefined && path.startsWith('/sandbox/')) return { Authorization: `Bearer ${sandboxSecret}` }
  if (kind === 'none') return {}
  if (kind === 'webSession' || kind === 'visitor') return cookie === undefined ? {} : { Cookie: cookie }
  if (kind === 'token') {
    if (accessToken === undefined)
      throw new TypeError(`${operation} needs an access token. Pass credentials.accessToken to createClient.`)
    return { Authorization: `Bearer ${accessToken}` }
  }
  if (clientId === undefined || clientSecret === undefined)
    throw new TypeError(
      `${operation} needs a client id and secret. Pass credentials.clientId and credentials.clientSecret to createClient.`,
    )
  return { 'Client-Id': clientId, 'Client-Secret': clientSecret }
}

function fillPath(path: string, values: object): string {
  return path.replace(/\{(\w+)\}/g, (_all, name: string) =>
    encodeURIComponent(String((values as Record<string, unknown>)[name])),
  )
}

/** Lists are repeated, object fields become `name[field]`, undefined values are omitted. */
function queryPairs(values: object = {}, formatName = (name: string) => name): [name: string, value: string][] {
  return Object.entries(values).flatMap(([name, value]) => {
    if (value === undefined) return []
    if (Array.isArray(value)) return value.map((item): [string, string] => [formatName(name), String(item)])
    if (typeof value === 'object' && value !== null)
      return queryPairs(value, (field) => `${formatName(name)}[${field}]`)
    return [[formatName(name), String(value)]]
  })
}
