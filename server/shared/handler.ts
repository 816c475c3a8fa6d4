import type {
  Auth,
  BodyOf,
  ContentOf,
  Endpoint,
  PathParamsOf,
  ParametersOf,
  QueryOf,
  Scope,
  WireProfile,
} from '@onair/contract'
import type { Deps } from '../infra/deps.ts'
import type { Visitor } from './visitor.ts'

/** Who calls with a user's access token. */
export type TokenCaller = {
  kind: 'token'
  clientId: string
  channelId: string
  channelName: string
  grantId: string
  scopes: readonly Scope[]
  wireProfile: WireProfile
}
/** Who calls as an application. */
export type ClientCaller = { kind: 'client'; clientId: string; scopes: readonly Scope[]; wireProfile: WireProfile }
/** Who calls from our own pages, signed in there. */
export type SessionCaller = { kind: 'session' } & Visitor
/** Who looks at our own pages; null for a guest. */
export type VisitorCaller = { kind: 'visitor'; visitor: Visitor | null }
/** Who calls without credentials in the headers. */
export type AnonymousCaller = { kind: 'none' }
export type Caller = TokenCaller | ClientCaller | SessionCaller | VisitorCaller | AnonymousCaller

type CallerOf<A extends Auth> = Extract<Caller, { kind: A['kind'] }>

/** One call of an operation, checked and typed as its contract says. `address` is the caller's IP address. */
export type Call<E extends Endpoint> = {
  caller: CallerOf<E['auth']>
  pathParams: PathParamsOf<E>
  query: QueryOf<E>
  body: BodyOf<E>
  parameters: ParametersOf<E>
  ip: string
  /** An operation that learns from its body who calls says so here, before anything else: the call is then counted as theirs. */
  identifyCaller: (caller: ClientCaller) => Promise<void>
}

/** The function that keeps an operation: it answers the content, or throws a Refusal. */
export type Handler<E extends Endpoint> = {
  readonly endpoint: E
  readonly handle: (call: Call<E>, deps: Deps) => Promise<ContentOf<E>>
}

/** A handler for each operation of a group; leaving one out does not compile. */
export type HandlersOf<Group> = { [K in keyof Group]: Group[K] extends Endpoint ? Handler<Group[K]> : never }

/** Pairs an operation with the function that keeps it. */
export function defineHandler<E extends Endpoint>(endpoint: E, handle: Handler<E>['handle']): Handler<E> {
  return { endpoint, handle }
}
