// Settings that the server writes into the page.

/** Whether this platform is a sandbox, which has demo users, play money and a movable clock. */
export const isSandbox = document.documentElement.dataset['mode'] === 'sandbox'

/** The URL of the API where its host is not that of the pages; pages cannot call it then. */
export const separateApiUrl = document.querySelector<HTMLMetaElement>('meta[name=onair-api]')?.content || null
