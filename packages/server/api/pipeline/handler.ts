import type { Auth, BodyOf, ContentOf, Endpoint, ParametersOf, PathParamsOf, QueryOf } from '@onair/contract'
import type { Caller, ClientCaller } from '../../shared/callers/caller.ts'
import type { Platform } from '../../services.ts'

type CallerOf<A extends Auth> = Extract<Caller, { kind: A['kind'] }>

/** A call of an endpoint: authenticated, and validated against the contract. */
export type Call<E extends Endpoint> = {
  caller: CallerOf<E['auth']>
  pathParams: PathParamsOf<E>
  query: QueryOf<E>
  body: BodyOf<E>
  parameters: ParametersOf<E>
  /** The caller's IP address. */
  ip: string
  /** Authenticates the client whose credentials are in the body. The call counts against its quota. */
  authenticateClient: (credentials: { clientId: string; clientSecret: string }) => Promise<ClientCaller>
}

/** Returns the content of the response, or throws a `Refusal`. Nothing is the content null. */
export type Handler<E extends Endpoint> = (call: Call<E>, deps: Platform) => Promise<AnswerOf<ContentOf<E>>>
type AnswerOf<Content> = [Content] extends [null] ? null | void : Content

/** A handler for every endpoint of a group. A missing one does not compile. */
export type Handlers<Group> = {
  readonly [Name in keyof Group]: Group[Name] extends Endpoint ? Handler<Group[Name]> : never
}

/** The handlers of every group of an API. A missing group does not compile. */
export type ApiHandlers<Api> = { readonly [Group in keyof Api]: Handlers<Api[Group]> }

export type Route = { endpoint: Endpoint; handle: Handler<Endpoint> }

/** The endpoints of a group with their handlers. */
export function routesOfGroup<Group extends object>(group: Group, handlers: Handlers<Group>): Route[] {
  return Object.entries<unknown>(handlers).map(([name, handle]) => ({
    endpoint: (group as Record<string, Endpoint>)[name],
    handle,
  })) as Route[]
}

/** The endpoints of an API with their handlers. */
export function routesOf<Api extends object>(api: Api, handlers: ApiHandlers<Api>): Route[] {
  return (Object.keys(handlers) as (keyof Api)[]).flatMap((name) =>
    routesOfGroup(api[name] as object, handlers[name] as object),
  )
}
