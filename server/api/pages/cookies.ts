import { isLanguage, type Language } from './language.ts'

/** `session` is the secret of a web session. `guest` binds the CSRF tokens of a browser that is not signed in. */
export type PageCookies = { session: string | null; guest: string | null; language: Language | null }

/** With HTTPS, the `__Host-` prefix keeps other hosts and plain HTTP from setting these cookies. */
export function pageCookies(authUrl: string) {
  const isSecure = authUrl.startsWith('https:')
  const cookieName = (name: string) => `${isSecure ? '__Host-' : ''}onair-${name}`
  const write = (name: string, value: string, maxAgeSec: number | null) =>
    `${cookieName(name)}=${value}; Path=/; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}${maxAgeSec === null ? '' : `; Max-Age=${maxAgeSec}`}`

  return {
    read(header: string | undefined): PageCookies {
      const cookies = new Map<string, string>()
      for (const pair of (header ?? '').split(';')) {
        const [name = '', value = ''] = pair.trim().split('=', 2)
        if (!cookies.has(name)) cookies.set(name, value)
      }
      const secret = (name: string) => /^[\w-]{43}$/.exec(cookies.get(cookieName(name)) ?? '')?.[0] ?? null
      const language = cookies.get(cookieName('language'))
      return { session: secret('session'), guest: secret('visit'), language: isLanguage(language) ? language : null }
    },
    session: (secret: string, lifetimeSec: number) => write('session', secret, lifetimeSec),
    clearSession: () => write('session', '', 0),
    guest: (secret: string) => write('visit', secret, null),
    language: (language: Language) => write('language', language, 365 * 86_400),
  }
}
