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

/** The short address of a channel opens its watch page. */
export const handlePath = '/@:handle'

/** Whether a path belongs to the console: its page, its files or an endpoint that it calls. */
export function isConsolePath(path: string): boolean {
  return path.startsWith('/@') || [...consoleRoots, '/overlay'].some((root) => path === root || path.startsWith(`${root}/`))
}
