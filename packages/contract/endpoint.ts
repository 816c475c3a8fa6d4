import type { Static, TObject, TSchema } from 'typebox'
import type { ErrorKind } from './errors.ts'
import type { LimitedAction } from './limits.ts'
import type { Scope } from './scopes.ts'
import type { SiteRole } from './site-roles.ts'
import type { TeamRole } from './team-roles.ts'

/**
 * Who may call an endpoint. Specification, "Calling the API".
 * - `token`: a user's access token (`Authorization: Bearer …`).
 * - `client`: an application (`Client-Id`, `Client-Secret`). With `acceptsToken`, an access token of the application
 *   too, in the observed profile.
 * - `none`: no credentials.
 * - `webSession`: a signed-in user of Onair's own pages, by cookie.
 * - `visitor`: a signed-in user of Onair's own pages, or a guest.
 */
export type Auth =
  | { readonly kind: 'token'; readonly scope: Scope | null }
  | { readonly kind: 'client'; readonly scope: Scope | null; readonly acceptsToken?: boolean }
  | { readonly kind: 'webSession' }
  | { readonly kind: 'visitor' }
  | { readonly kind: 'none' }

/** Whether the endpoint is called by Onair's own pages with a cookie. */
export function usesCookie({ kind }: Auth): boolean {
  return kind === 'webSession' || kind === 'visitor'
}

/** The definition of one endpoint. */
export type Endpoint<
  A extends Auth = Auth,
  Path extends TObject = TObject,
  Query extends TObject = TObject,
  Body extends TObject = TObject,
  Parameters extends TObject = TObject,
  Content extends TSchema = TSchema,
> = {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  readonly path: string
  readonly summary: string
  readonly auth: A
  /** Parameters of the path, written `{name}`. */
  readonly pathParams?: Path
  readonly query?: Query
  /** A JSON or form-encoded body. */
  readonly body?: Body
  /** The largest body, where it is not that of the other endpoints. */
  readonly maxBodyMb?: number
  /** Whether a call copies all data: it has no timeout, and the inspector does not record it. */
  readonly copiesData?: boolean
  /** Whether the response is a file of JSON lines, not an envelope: the handler returns the lines. One person gets one at a time. */
  readonly sendsLines?: boolean
  /** Whether its queries read many rows: they have connections of their own, and one person runs one at a time. */
  readonly scans?: boolean
  /** Whether `Client-Id` and `Client-Secret` headers are read where the body has no `clientId` or `clientSecret`. Gap 16. */
  readonly acceptsClientHeaders?: boolean
  /** Fields that the specification calls "Parameter": read from the query, else the JSON body, else the form. */
  readonly parameters?: Parameters
  /** `content` of the envelope. */
  readonly content: Content
  /** Other paths of the same endpoint. */
  readonly aliases?: readonly string[]
  /** Descriptions of errors other than those of credentials, scopes, quotas and malformed values. */
  readonly errors?: { readonly [Kind in ErrorKind]?: string }
  /** The limit of `actionLimits` that applies, in addition to the quota of the person. */
  readonly action?: LimitedAction
  /** Whether the response holds secrets: caches must not store it (RFC 6749, 5.1), and a read is audited. */
  readonly isSecret?: boolean
  /**
   * Whether the caller must have entered the password in the last 10 minutes, always or if the body has one of these fields:
   * the call shows or changes a secret, where secrets are sent, or who has access.
   */
  readonly needsRecentPassword?: true | readonly string[]
  /** The least role in running the site that the caller needs. A read is audited too, except of numbers. */
  readonly needsSiteRole?: SiteRole
  /** Whether it returns numbers about the site and nothing about a person. */
  readonly isNumbers?: true
  /** The least role that the caller needs at the application of `clientId` in the path. */
  readonly needsAppRole?: TeamRole
  /** Whether errors state their reason and the invalid field (console and sandbox API). */
  readonly hasReason?: boolean
}

export type PathParamsOf<E> = E extends { readonly pathParams: infer T extends TObject } ? Static<T> : undefined
export type QueryOf<E> = E extends { readonly query: infer T extends TObject } ? Static<T> : undefined
export type BodyOf<E> = E extends { readonly body: infer T extends TObject } ? Static<T> : undefined
export type ParametersOf<E> = E extends { readonly parameters: infer T extends TObject } ? Static<T> : undefined
export type ContentOf<E> = E extends { readonly content: infer T extends TSchema } ? Static<T> : never

/**
 * The field of an endpoint that names the channel. Null if it declares none: the call is then about the caller's own
 * channel.
 */
export function channelFieldOf(endpoint: Endpoint): { in: 'pathParams' | 'parameters' | 'body'; name: string } | null {
  for (const name of ['channelId', 'byChannelId'])
    for (const source of ['pathParams', 'parameters', 'body'] as const)
      if (endpoint[source] !== undefined && name in endpoint[source].properties) return { in: source, name }
  return null
}

/** Defines an endpoint and keeps its exact type. A property that `Endpoint` does not have does not compile. */
export function endpoint<const E extends Endpoint>(definition: Exact<E>): E {
  return definition
}

/** Defines an endpoint of the console for the user who is signed in there. Its errors state the reason. */
export function consoleEndpoint<const E extends Definition>(definition: Exact<E>) {
  return { ...(definition as E), auth: { kind: 'webSession' }, hasReason: true } as const
}

/** Defines an endpoint of the console for the user who is signed in there, or a guest. Its errors state the reason. */
export function visitorEndpoint<const E extends Definition>(definition: Exact<E>) {
  return { ...(definition as E), auth: { kind: 'visitor' }, hasReason: true } as const
}

/** Defines an endpoint of the operator's area, for people with a role in running the site. Its errors state the reason. */
export function adminEndpoint<const E extends Definition & { readonly needsSiteRole: SiteRole }>(definition: Exact<E>) {
  return consoleEndpoint<E>(definition)
}

/** Defines an endpoint of the sandbox, which takes no credentials. Its errors state the reason. */
export function sandboxEndpoint<const E extends Definition>(definition: Exact<E>) {
  return { ...(definition as E), auth: { kind: 'none' }, hasReason: true } as const
}

type Definition = Omit<Endpoint, 'auth' | 'hasReason'>
type Exact<E> = E & { readonly [Name in Exclude<keyof E, keyof Endpoint>]: never }
