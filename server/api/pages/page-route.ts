import type { Deps } from '../../infra/deps.ts'
import type { Html } from './html.ts'
import type { Language } from './language.ts'
import type { Visitor } from '../../shared/visitor.ts'

/** What every page shows around its own part. `here` is the page's own address, null where a GET would not answer. */
export type PageContext = {
  readonly language: Language
  readonly currentPath: string | null
  readonly isSandbox: boolean
}

/** One call of a page by a browser. A form that arrives here came from a page of ours, shown in the same browser. */
export type PageRequest = PageContext & {
  readonly query: URLSearchParams
  readonly form: URLSearchParams
  readonly visitor: Visitor | null
  /** Goes into every form, in the field `csrf`. */
  readonly csrf: string
  readonly ip: string
}

export type Page = {
  readonly kind: 'page'
  readonly status: number
  readonly body: Html
  /** Where the forms of the page may lead, beside our own pages. */
  readonly formTargets: readonly string[]
  readonly retryAfterSec: number | undefined
}
/** To another address, as it is; `session` begins or ends the session of this browser. */
export type Redirect = {
  readonly kind: 'redirect'
  readonly to: string
  readonly session: { secret: string; lifetimeSec: number } | 'ended' | undefined
}

/** The function that answers a page. */
export type PageRoute = {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly handle: (request: PageRequest, deps: Deps) => Promise<Page | Redirect>
}

/** Pairs the address of a page with the function that answers it. */
export function definePage(method: PageRoute['method'], path: string, handle: PageRoute['handle']): PageRoute {
  return { method, path, handle }
}

export function page(
  body: Html,
  { status = 200, formTargets = [], retryAfterSec }: Partial<Omit<Page, 'kind' | 'body'>> = {},
): Page {
  return { kind: 'page', status, body, formTargets, retryAfterSec }
}

export function redirect(to: string, session?: Redirect['session']): Redirect {
  return { kind: 'redirect', to, session }
}

/** The path to lead back to, when it is one of ours; else the first page. Whatever a browser would take for another site is not ours. */
export function sameOriginPath(path: string | null): string {
  if (path === null || !path.startsWith('/') || path.length > 16_000) return '/'
  const url = URL.parse(path, 'http://own.invalid')
  if (url === null || url.origin !== 'http://own.invalid' || url.pathname.startsWith('//')) return '/'
  return url.pathname + url.search
}

/** A path of ours with the way back in its query. */
export function withReturnPath(path: string, returnPath: string): string {
  return returnPath === '/' ? path : `${path}?${String(new URLSearchParams({ back: returnPath }))}`
}
