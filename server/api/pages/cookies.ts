import { isLanguage, type Language } from './language.ts'

/**
 * The cookies of the pages. `session` says who is signed in; `visit` names a browser in which nobody is, so that its forms
 * can be told from those of another.
 */
export type PageCookies = { session: string | null; guest: string | null; language: Language | null }

/** Reads and writes the cookies of pages at this address. With https no other host and no plain connection can set them. */
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
