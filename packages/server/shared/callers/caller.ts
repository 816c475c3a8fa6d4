import type { Scope, WireProfile } from '@onair/contract'
import type { Visitor } from './visitor.ts'

/** A client that sent a user's access token. */
export type TokenCaller = {
  kind: 'token'
  clientId: string
  channelId: string
  channelName: string
  grantId: string
  scopes: readonly Scope[]
  wireProfile: WireProfile
}
/** A client that sent the credentials of an application. */
export type ClientCaller = { kind: 'client'; clientId: string; scopes: readonly Scope[]; wireProfile: WireProfile }
/** The user who is signed in to Onair's pages. */
export type WebSessionCaller = { kind: 'webSession' } & Visitor
/** A browser on Onair's pages; `visitor` is null for a guest. */
export type VisitorCaller = { kind: 'visitor'; visitor: Visitor | null }
/** A client of an endpoint that takes no credentials in the headers. */
export type AnonymousCaller = { kind: 'none' }
export type Caller = TokenCaller | ClientCaller | WebSessionCaller | VisitorCaller | AnonymousCaller
