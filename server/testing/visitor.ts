import assert from 'node:assert/strict'
import type { Why } from '@onair/contract'

export type Seen = {
  status: number
  headers: Headers
  text: string
  /** Where it leads, when it is a redirect. */
  location: string | null
}
type Asked = {
  status: number
  headers: Headers
  body: { code: number; message: string | null; content?: any; why?: Why }
}
type Sent = { headers?: Record<string, string>; form?: Record<string, string> | string; json?: unknown }

/** A browser without JavaScript, as far as our pages need one: it keeps cookies, and reads the token of the form it was shown. */
export type Visitor = {
  readonly cookies: Map<string, string>
  get(path: string, sent?: Sent): Promise<Seen>
  /** Sends a form. The token is that of the last page shown, unless the form has one of its own. */
  post(path: string, form: Record<string, string>, sent?: Sent): Promise<Seen>
  /** Asks an operation of the console, as the scripts of our pages do. */
  ask(method: string, path: string, json?: unknown, headers?: Record<string, string>): Promise<Asked>
  signIn(email: string, password: string): Promise<void>
}

export function visitor(url: string, language = 'en'): Visitor {
  const cookies = new Map<string, string>()
  let csrf = ''

  const send = async (method: string, path: string, { headers, form, json }: Sent): Promise<Seen> => {
    const response = await fetch(new URL(path, url), {
      method,
      redirect: 'manual',
      headers: {
        'accept-language': language,
        ...(cookies.size > 0 && { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') }),
        ...(form !== undefined && { 'content-type': 'application/x-www-form-urlencoded' }),
        ...(json !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(json !== undefined && { body: JSON.stringify(json) }),
      ...(form !== undefined && { body: typeof form === 'string' ? form : new URLSearchParams(form).toString() }),
    })
    for (const cookie of response.headers.getSetCookie()) keep(cookie)
    const text = await response.text()
    csrf = /name="csrf" value="([^"]+)"/.exec(text)?.[1] ?? csrf
    return { status: response.status, headers: response.headers, text, location: response.headers.get('location') }
  }
  const keep = (cookie: string) => {
    const [pair = ''] = cookie.split(';')
    const [name = '', value = ''] = pair.split('=')
    if (value === '') cookies.delete(name)
    else cookies.set(name, value)
  }
  return {
    cookies,
    get: (path, sent = {}) => send('GET', path, sent),
    post: (path, form, sent = {}) => send('POST', path, { form: { csrf, ...form }, ...sent }),
    async ask(method, path, json = method === 'GET' ? undefined : {}, headers = {}) {
      const seen = await send(method, `/console/v1${path}`, { json, headers })
      return { status: seen.status, headers: seen.headers, body: JSON.parse(seen.text) as Asked['body'] }
    },
    async signIn(email, password) {
      await send('GET', '/sign-in', {})
      const { status } = await send('POST', '/sign-in', { form: { csrf, email, password } })
      assert.equal(status, 303, 'signed in')
      // Signed in, forms have another token: that of the new session.
      await send('GET', '/', {})
    },
  }
}
