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

/** The player of a channel, the only page that pages of other sites may frame. */
export const embedPath = '/embed/:channelId'

/** The window of a chat has no header and no footer. */
export function isChatWindowPath(path: string): boolean {
  return /^\/watch\/[^/]+\/chat$/.test(path)
}

/** Whether a path belongs to the console: its page, its files or an endpoint that it calls. */
export function isConsolePath(path: string): boolean {
  return (
    path.startsWith('/@') ||
    [...consoleRoots, '/embed', '/overlay'].some((root) => path === root || path.startsWith(`${root}/`))
  )
}
