/** The page of the console is served at these paths and below. */
export const consoleRoots = [
  '/console',
  '/live',
  '/watch',
  '/studio',
  '/account',
  '/connections',
  '/admin',
  '/reference',
] as const

/** Whether a path belongs to the console: its page, its files or an endpoint that it calls. */
export function isConsolePath(path: string): boolean {
  return [...consoleRoots, '/overlay'].some((root) => path === root || path.startsWith(`${root}/`))
}
