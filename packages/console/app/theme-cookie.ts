import type { MantineColorScheme, MantineColorSchemeManager } from '@mantine/core'

const page = document.documentElement
const isSecure = window.location.protocol === 'https:'
const yearSec = 365 * 86_400

/** Keeps the theme in the cookie that the server reads (packages/server/api/pages/cookies.ts), so that all pages follow it. */
export const themeCookie: MantineColorSchemeManager = {
  get: (defaultScheme) => toScheme(page.dataset['theme']) ?? defaultScheme,
  set: (scheme) => {
    page.dataset['theme'] = scheme
    document.cookie = `${isSecure ? '__Host-' : ''}onair-theme=${scheme}; Path=/; SameSite=Lax; Max-Age=${yearSec}${isSecure ? '; Secure' : ''}`
  },
  subscribe: () => undefined,
  unsubscribe: () => undefined,
  clear: () => undefined,
}

function toScheme(text: string | undefined): MantineColorScheme | null {
  return text === 'light' || text === 'dark' || text === 'auto' ? text : null
}
