import type { Static, TObject, TSchema } from 'typebox'
import type { ErrorStatus } from './errors.ts'
import type { Scope } from './scopes.ts'

/**
 * Who may call. `token`: a user's access token (`Authorization: Bearer …`). `client`: the application itself
 * (`Client-Id`, `Client-Secret`). `none`: nobody in the headers. Specification, "Calling the API". `session`: the person who is signed in
 * on our own pages, by their cookie; asked by those pages alone. `visitor`: the same, or a guest where nobody is signed in.
 */
export type Auth =
  | { readonly kind: 'token'; readonly scope: Scope | null }
  | { readonly kind: 'client'; readonly scope: Scope | null }
  | { readonly kind: 'session' }
  | { readonly kind: 'visitor' }
  | { readonly kind: 'none' }

/** Whether an operation is asked by our own pages, with the cookie that the browser sends along. */
export function usesCookie({ kind }: Auth): boolean {
  return kind === 'session' || kind === 'visitor'
}

/** One operation as data: the whole of what is promised about it. */
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
  /** Named parts of the path, written `{name}` there. */
  readonly pathParams?: Path
  readonly query?: Query
  /** A JSON or form-encoded body. */
  readonly body?: Body
  /** Values the specification calls only "Parameter": read from the query, else the JSON body, else the form body. */
  readonly parameters?: Parameters
  /** What stands in `content` of the envelope. */
  readonly content: Content
  /** The other paths that answer the same. */
  readonly aliases?: readonly string[]
  /** What it refuses besides credentials, scopes, quotas and values of a wrong form, in words. */
  readonly errors?: { readonly [F in ErrorStatus]?: string }
  /** True where a refusal gives its reason, and names the field that is wrong (the operations of our own). */
  readonly exposesReason?: boolean
}

export type PathParamsOf<E> = E extends { readonly pathParams: infer T extends TObject } ? Static<T> : undefined
export type QueryOf<E> = E extends { readonly query: infer T extends TObject } ? Static<T> : undefined
export type BodyOf<E> = E extends { readonly body: infer T extends TObject } ? Static<T> : undefined
export type ParametersOf<E> = E extends { readonly parameters: infer T extends TObject } ? Static<T> : undefined
export type ContentOf<E> = E extends { readonly content: infer T extends TSchema } ? Static<T> : never

/** Defines an endpoint and keeps its exact type. A property that `Endpoint` does not have does not compile. */
export function endpoint<const E extends Endpoint>(definition: Exact<E>): E {
  return definition
}

/** Defines an endpoint of the console for the user who is signed in there. Its errors state the reason. */
export function consoleEndpoint<const E extends Definition>(definition: Exact<E>) {
  return { ...(definition as E), auth: { kind: 'session' }, exposesReason: true } as const
}

/** Defines an endpoint of the console for the user who is signed in there, or a guest. Its errors state the reason. */
export function visitorEndpoint<const E extends Definition>(definition: Exact<E>) {
  return { ...(definition as E), auth: { kind: 'visitor' }, exposesReason: true } as const
}

/** Defines an endpoint of the sandbox, which takes no credentials. Its errors state the reason. */
export function sandboxEndpoint<const E extends Definition>(definition: Exact<E>) {
  return { ...(definition as E), auth: { kind: 'none' }, exposesReason: true } as const
}

type Definition = Omit<Endpoint, 'auth' | 'exposesReason'>
type Exact<E> = E & { readonly [Name in Exclude<keyof E, keyof Endpoint>]: never }
