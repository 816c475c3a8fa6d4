import { sandboxActs, sandboxDrops, sandboxPeople, sandboxSupport, type Endpoint } from '@onair/contract'
import { requestOf } from '@onair/contract/client/request-of'
import { curlOf } from './curl.ts'

/** What can be played, in the order of the menu. A test sees to it that no act of the sandbox is missing. */
export const acts = {
  chat: sandboxActs.chat,
  donate: sandboxSupport.donate,
  subscribe: sandboxSupport.subscribe,
  follow: sandboxActs.follow,
  unfollow: sandboxActs.unfollow,
  goLive: sandboxActs.goLive,
  goOffline: sandboxActs.goOffline,
  manage: sandboxActs.manage,
  makeCampaign: sandboxDrops.makeCampaign,
  claim: sandboxDrops.claim,
  makePerson: sandboxPeople.makePerson,
  makeGrant: sandboxPeople.makeGrant,
  withdrawGrant: sandboxPeople.withdrawGrant,
} as const
export type Act = keyof typeof acts
export const actNames = Object.keys(acts) as Act[]

export function isAct(text: unknown): text is Act {
  return actNames.some((name) => name === text)
}

/** Those that may be repeated many times a second. */
export const bursting: ReadonlySet<Act> = new Set(['chat', 'donate', 'subscribe', 'follow', 'unfollow'])

type Asked<E> = E extends { body: { properties: infer P } }
  ? P
  : E extends { parameters: { properties: infer P } }
    ? P
    : never
type FieldOf<A> = A extends Act ? keyof Asked<(typeof acts)[A]> & string : never
/** Every field that any act asks for. */
export type Field = FieldOf<Act>

export type Value = string | number | boolean | string[] | number[] | null | undefined
export type Values = Partial<Record<Field, Value>>

/** A field as its contract describes it. */
export type Asking = { field: Field; schema: Schema; required: boolean }
export type Schema = {
  type?: string
  enum?: string[]
  anyOf?: Schema[]
  items?: Schema
  minimum?: number
  maximum?: number
  maxLength?: number
}

export function fieldsOf(act: Act): Asking[] {
  const endpoint: Endpoint = acts[act]
  const asked = (endpoint.body ?? endpoint.parameters) as { properties: object; required?: string[] } | undefined
  return Object.entries(asked?.properties ?? {}).map(([field, schema]) => ({
    field: field as Field,
    schema: schema as Schema,
    required: asked?.required?.includes(field) ?? false,
  }))
}

/** What is sent: the fields that hold something. */
export function inputOf(act: Act, values: Values): { body: object } | { parameters: object } {
  const endpoint: Endpoint = acts[act]
  const given = Object.fromEntries(
    fieldsOf(act)
      .map(({ field }) => [field, values[field]] as const)
      .filter(([, value]) => value !== undefined && value !== ''),
  )
  return endpoint.body === undefined ? { parameters: given } : { body: given }
}

/** The same act from a terminal. */
export function curlOfAct(act: Act, values: Values, baseUrl: string): string {
  return curlOf(requestOf(acts[act], { ...inputOf(act, values), baseUrl }))
}
