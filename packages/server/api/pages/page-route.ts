import type { Language } from '@onair/contract'
import type { ShownSite } from '../../features/site/site.ts'
import type { Platform } from '../../services.ts'
import type { Visitor } from '../../shared/callers/visitor.ts'
import type { Html } from './html.ts'
import type { Strings } from './locales.ts'
import type { Theme } from './theme.ts'

/**
 * The values that the layout of every page needs. `currentPath` is null where a GET request has no page; `visitor` is
 * null for a guest, and undefined where it is not known.
 */
export type PageContext = {
  readonly language: Language
  readonly strings: Strings
  readonly currentPath: string | null
  readonly isSandbox: boolean
  readonly site: ShownSite
  readonly theme: Theme
  readonly visitor: Visitor | null | undefined
}

/** A browser's request for a page. The CSRF token of a submitted form is verified already. */
export type PageRequest = PageContext & {
  readonly query: URLSearchParams
  readonly form: URLSearchParams
  readonly visitor: Visitor | null
  /** Whether this browser may use the tools and demo accounts of the sandbox. */
  readonly hasSandboxAccess: boolean
  /** Whether people can create accounts without an invitation. */
  readonly isSignUpOpen: boolean
  /** Whether people get mails, such as a link to a new password. */
  readonly canMail: boolean
  /** The value of the hidden field `csrf` in every form. */
  readonly csrf: string
  readonly ip: string
  readonly userAgent: string | null
  /** The device cookie of this browser. */
  readonly deviceCookie: string | null
  /** Whether this browser is blocked, for handlers of `checksDevice`. */
  readonly isDeviceBlocked: boolean
  /** The sign-in of this browser that waits for a code, a provider or the name of a new person. */
  readonly pendingSignIn: string | null
}

export type Page = {
  readonly kind: 'page'
  readonly status: number
  readonly body: Html
  /** Whether a form of the page leads to another site. */
  readonly leavesSite: boolean
  readonly retryAfterSec: number | undefined
  /** Whether the page uses scripts of packages/server/assets. */
  readonly hasScripts: boolean
}
/** A redirect to `to`, unchanged. `session` starts or ends the session of this browser; `deviceCookie` is set. */
export type Redirect = {
  readonly kind: 'redirect'
  readonly to: string
  readonly session: { secret: string; lifetimeSec: number } | 'ended' | undefined
  readonly deviceCookie: string | undefined
  /** Stored in the browser: a sign-in that waits, or null for one that waits no more. */
  readonly pendingSignIn?: string | null
  /** Stored in the browser, which may then use the sandbox. */
  readonly sandboxSecret?: string
}

export type PageRoute = {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly handle: (request: PageRequest, deps: Platform) => Promise<Page | Redirect>
  /** Whether a form needs no CSRF token, because it does only what the token in its address allows. */
  readonly isByToken?: boolean
  /** Whether a GET request changes data, as one from a provider does: a blocked network or browser makes none. */
  readonly changesData?: true
  /** Whether the handler refuses a blocked browser itself: `isDeviceBlocked`. */
  readonly checksDevice?: true
}

export function definePage(method: PageRoute['method'], path: string, handle: PageRoute['handle']): PageRoute {
  return { method, path, handle }
}

export function page(
  body: Html,
  { status = 200, leavesSite = false, retryAfterSec, hasScripts = false }: Partial<Omit<Page, 'kind' | 'body'>> = {},
): Page {
  return { kind: 'page', status, body, leavesSite, retryAfterSec, hasScripts }
}

export function redirect(to: string, session?: Redirect['session'], deviceCookie?: string): Redirect {
  return { kind: 'redirect', to, session, deviceCookie }
}

/** The path that the `back` parameter names, if it is a path of this server; else the home page. */
export function returnPathOf({ query }: PageRequest): string {
  return sameOriginPath(query.get('back'))
}

/** The path if browsers resolve it to this origin, else `/`. */
export function sameOriginPath(path: string | null): string {
  if (path === null || !path.startsWith('/') || path.length > 16_000) return '/'
  const url = URL.parse(path, 'http://own.invalid')
  if (url === null || url.origin !== 'http://own.invalid' || url.pathname.startsWith('//')) return '/'
  return url.pathname + url.search
}

/** A path with the return path in its `back` parameter. */
export function withReturnPath(path: string, returnPath: string): string {
  return returnPath === '/' ? path : `${path}?${String(new URLSearchParams({ back: returnPath }))}`
}
