import type { Static } from 'typebox'
import type { Endpoint } from './endpoint.ts'
import type { demoRole } from './resources.ts'
import * as sandboxActs from './sandbox/acts.ts'
import * as sandboxDrops from './sandbox/drops.ts'
import * as sandboxPeople from './sandbox/people.ts'
import * as sandboxSupport from './sandbox/support.ts'

/** What can be played in a sandbox, in the order of a menu. A test sees to it that no act is missing. */
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
  enum?: readonly (string | number)[]
  anyOf?: Schema[]
  items?: Schema
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  description?: string
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

/** `{n}` in a text becomes the number of the time, so that messages of a burst can be told apart. */
export function numbered(values: Values, n: number): Values {
  return Object.fromEntries(
    Object.entries(values).map(([field, value]) => [
      field,
      typeof value === 'string' ? value.replaceAll('{n}', String(n)) : value,
    ]),
  )
}

/** Something to say, in the reader's language. */
export type Said = Record<'message' | 'donation' | 'live' | 'reward' | 'person', string>
/** How the demo world is named. */
export type Demo = { clientId: string; channelIdOf: (role: Static<typeof demoRole>) => string | undefined }

/** What an act begins with: the demo streamer's channel, a demo viewer, and something to say. */
export function defaultsOf(act: Act, { clientId, channelIdOf }: Demo, said: Said): Values {
  const channelId = channelIdOf('streamer')
  const between = { channelId, byChannelId: channelIdOf('viewer') }
  const values: Record<Act, Values> = {
    chat: { ...between, message: said.message },
    donate: { ...between, payAmount: 1_000, donationText: said.donation, donationType: 'CHAT' },
    subscribe: { ...between, tierNo: 1, month: 1 },
    follow: between,
    unfollow: between,
    goLive: { channelId, liveTitle: said.live, viewers: 42 },
    goOffline: { channelId },
    manage: { ...between, userRole: 'STREAMING_CHAT_MANAGER' },
    makeCampaign: { clientId, categoryId: 'talk', rewards: [said.reward] },
    claim: { byChannelId: between.byChannelId },
    makePerson: { channelName: said.person },
    makeGrant: { clientId, channelId },
    withdrawGrant: { clientId, channelId },
  }
  return values[act]
}
