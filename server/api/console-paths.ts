/** Below these the one page of the console is served, and its own script finds out what to show. */
export const consoleRoots = ['/console', '/watch', '/studio', '/connections', '/reference'] as const

/** Whether a path is one of the console's, its files and what it asks for among them. */
export function isConsolePath(path: string): boolean {
  return consoleRoots.some((root) => path === root || path.startsWith(`${root}/`))
}
