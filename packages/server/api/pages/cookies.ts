import { isLanguage, type Language } from '@onair/contract'
import { isTheme, type Theme } from './theme.ts'

/**
 * `session` is the secret of a web session. `guest` binds the CSRF tokens of a browser that is not signed in. `device`
 * proves to which accounts this browser signed in before. `pending` is a sign-in that waits for a code, a provider or the name of a new person. `sandbox` is the secret of a public sandbox.
 */
export type PageCookies = {
  session: string | null
  guest: string | null
  device: string | null
  pending: string | null
  sandbox: string | null
  language: Language | null
  theme: Theme | null
}

const deviceLifetimeSec = 180 * 86_400
/** Sealed values that wait in the cookie expire earlier, or then. */
const pendingLifetimeSec = 1_800

/** The `__Host-` prefix, used with HTTPS, keeps other hosts and plain HTTP from setting these cookies. */
export function pageCookies(authUrl: string) {
  const isSecure = authUrl.startsWith('https:')
  const cookieName = (name: string) => `${isSecure ? '__Host-' : ''}onair-${name}`
  const write = (name: string, value: string, maxAgeSec: number | null, access = '; HttpOnly') =>
    `${cookieName(name)}=${value}; Path=/${access}; SameSite=Lax${isSecure ? '; Secure' : ''}${maxAgeSec === null ? '' : `; Max-Age=${maxAgeSec}`}`

  return {
    read(header: string | undefined): PageCookies {
      const cookies = new Map<string, string>()
      for (const pair of (header ?? '').split(';')) {
        const [name = '', value = ''] = pair.trim().split('=', 2)
        if (!cookies.has(name)) cookies.set(name, value)
      }
      const matching = (name: string, pattern: RegExp) => pattern.exec(cookies.get(cookieName(name)) ?? '')?.[0] ?? null
      const language = cookies.get(cookieName('language'))
      const theme = cookies.get(cookieName('theme'))
      return {
        session: matching('session', /^[\w-]{54}$/),
        guest: matching('visit', /^[\w-]{43}$/),
        sandbox: matching('sandbox', /^[\w-]{43}$/),
        device: matching('device', /^[\w-]{22}(\.[\w-]{22}){1,5}$/),
        pending: matching('pending', /^[\w-]{1,3800}$/),
        language: isLanguage(language) ? language : null,
        theme: isTheme(theme) ? theme : null,
      }
    },
    session: (secret: string, lifetimeSec: number) => write('session', secret, lifetimeSec),
    clearSession: () => write('session', '', 0),
    sandbox: (secret: string) => write('sandbox', secret, null),
    guest: (secret: string) => write('visit', secret, null),
    device: (value: string) => write('device', value, deviceLifetimeSec),
    pending: (value: string) => write('pending', value, pendingLifetimeSec),
    clearPending: () => write('pending', '', 0),
    language: (language: Language) => write('language', language, 365 * 86_400),
    /** The switch of the console writes it too, with a script. */
    theme: (theme: Theme) => write('theme', theme, 365 * 86_400, ''),
  }
}
