/** `auto` follows the system. */
export const themes = ['auto', 'light', 'dark'] as const
export type Theme = (typeof themes)[number]

export function isTheme(text: string | null | undefined): text is Theme {
  return themes.some((theme) => theme === text)
}

/** The theme of a page: the `theme` parameter, else the cookie, else that of the system. */
export function themeOf(query: URLSearchParams, cookie: Theme | null): { theme: Theme; isExplicit: boolean } {
  const requested = query.get('theme')
  return isTheme(requested) ? { theme: requested, isExplicit: true } : { theme: cookie ?? 'auto', isExplicit: false }
}
