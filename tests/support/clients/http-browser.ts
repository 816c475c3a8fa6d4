import assert from 'node:assert/strict'
import type { ErrorReason } from '@onair/contract'
import { sendRequest, type TestResponse } from './send-request.ts'

export type PageResponse = TestResponse & {
  /** The target of a redirect. */
  location: string | null
}
type ConsoleResponse = {
  status: number
  headers: Headers
  body: { code: number; message: string | null; content?: any; reason?: ErrorReason }
}
type RequestOptions = { headers?: Record<string, string>; form?: Record<string, string> | string; json?: unknown }

/** A browser without JavaScript: keeps cookies, and reads the CSRF token of the last form. */
export type HttpBrowser = {
  readonly cookies: Map<string, string>
  get(path: string, options?: RequestOptions): Promise<PageResponse>
  /** Sends a form with the CSRF token of the last page, unless the fields contain a token. */
  post(path: string, form: Record<string, string>, options?: RequestOptions): Promise<PageResponse>
  /** Calls an endpoint of the console, as the console does. */
  callConsole(method: string, path: string, json?: unknown, headers?: Record<string, string>): Promise<ConsoleResponse>
  signIn(email: string, password: string): Promise<void>
}

export function httpBrowser(url: string, language = 'en'): HttpBrowser {
  const cookies = new Map<string, string>()
  let csrf = ''

  const send = async (method: string, path: string, { headers, form, json }: RequestOptions): Promise<PageResponse> => {
    const response = await sendRequest(new URL(path, url), {
      method,
      headers: {
        'accept-language': language,
        'user-agent': 'browser without JavaScript',
        ...(cookies.size > 0 && { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') }),
        ...(form !== undefined && { 'content-type': 'application/x-www-form-urlencoded' }),
        ...(json !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(json !== undefined && { body: JSON.stringify(json) }),
      ...(form !== undefined && { body: typeof form === 'string' ? form : new URLSearchParams(form).toString() }),
    })
    for (const cookie of response.headers.getSetCookie()) storeCookie(cookie)
    csrf = /name="csrf" value="([^"]+)"/.exec(response.text)?.[1] ?? csrf
    return { ...response, location: response.headers.get('location') }
  }
  const storeCookie = (cookie: string) => {
    const [pair = ''] = cookie.split(';')
    const [name = '', value = ''] = pair.split('=')
    if (value === '') cookies.delete(name)
    else cookies.set(name, value)
  }
  return {
    cookies,
    get: (path, options = {}) => send('GET', path, options),
    post: (path, form, options = {}) => send('POST', path, { form: { csrf, ...form }, ...options }),
    async callConsole(method, path, json = method === 'GET' ? undefined : {}, headers = {}) {
      const response = await send(method, `/console/v1${path}`, { json, headers })
      return {
        status: response.status,
        headers: response.headers,
        body: JSON.parse(response.text) as ConsoleResponse['body'],
      }
    },
    async signIn(email, password) {
      await send('GET', '/sign-in', {})
      const { status } = await send('POST', '/sign-in', { form: { csrf, email, password } })
      assert.equal(status, 302, 'signed in')
      // Signing in changes the CSRF token: see `openForm`.
    },
  }
}
