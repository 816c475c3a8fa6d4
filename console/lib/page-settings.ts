// Settings that the server writes into the page.

const mode = document.documentElement.dataset['mode']

/** Whether this platform is a sandbox whose tools this browser may use: demo users, actions, the clock. */
export const isSandbox = mode === 'sandbox'

/** Whether this platform is a public sandbox whose secret this browser does not have. */
export const isLockedSandbox = mode === 'locked-sandbox'

/** The URL of the API where its host is not that of the pages; pages cannot call it then. */
export const separateApiUrl = document.querySelector<HTMLMetaElement>('meta[name=onair-api]')?.content || null

/** The page that asks for the secret of a public sandbox, and returns to the current one. */
export function sandboxAccessUrl(): string {
  return `/sandbox/access?back=${encodeURIComponent(window.location.pathname + window.location.search)}`
}
