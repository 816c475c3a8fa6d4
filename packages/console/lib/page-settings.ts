// Settings that the server writes into the page.

import type { SiteBrand } from '@onair/contract'

const mode = document.documentElement.dataset['mode']

/** Whether this platform is a sandbox whose tools this browser may use: demo users, actions, the clock. */
export const isSandbox = mode === 'sandbox'

/** Whether this platform is a public sandbox whose secret this browser does not have. */
export const isLockedSandbox = mode === 'locked-sandbox'

/** The platform's time minus the browser's when the page was served. 0 if the page does not have it. */
export const servedAheadMs = (() => {
  const servedAt = Number(document.documentElement.dataset['now'])
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  const receivedAt = performance.timeOrigin + (navigation?.responseStart ?? 0)
  return Number.isNaN(servedAt) ? 0 : Math.round(servedAt - receivedAt)
})()

const siteText = document.querySelector<HTMLMetaElement>('meta[name=onair-site]')?.content

/** The name and the logo of the site. */
export const site: SiteBrand = siteText?.startsWith('{') ? JSON.parse(siteText) : { name: 'Onair', logoId: null }

/** The URL of the API where its host is not that of the pages; pages cannot call it then. */
export const separateApiUrl = document.querySelector<HTMLMetaElement>('meta[name=onair-api]')?.content || null

const quotas = document.querySelector<HTMLMetaElement>('meta[name=onair-quotas]')?.content.split(' ').map(Number) ?? []

/** Calls per minute of an application, and of its tokens of one user. 0: unlimited. */
export const [quotaPerApp = 0, quotaPerToken = 0] = quotas

/** The page that asks for the secret of a public sandbox, and returns to the current one. */
export function sandboxAccessUrl(): string {
  return `/sandbox/access?back=${encodeURIComponent(window.location.pathname + window.location.search)}`
}
