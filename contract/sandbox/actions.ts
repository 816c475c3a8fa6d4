import type { Static } from 'typebox'
import type { Endpoint } from '../endpoint.ts'
import type { demoRole } from '../resources.ts'
import * as sandboxActs from './channels.ts'
import * as sandboxDrops from './drops.ts'
import * as sandboxPeople from './people.ts'
import * as sandboxSupport from './payments.ts'

/** What can be played in a sandbox, in the order of a menu. A test sees to it that no act is missing. */
export const actions = {
  chat: sandboxActs.chat,
  donate: sandboxSupport.donate,
  subscribe: sandboxSupport.subscribe,
  follow: sandboxActs.follow,
  unfollow: sandboxActs.unfollow,
  goLive: sandboxActs.goLive,
  goOffline: sandboxActs.goOffline,
  manage: sandboxActs.manage,
  createCampaign: sandboxDrops.createCampaign,
  claim: sandboxDrops.claim,
  createPerson: sandboxPeople.createPerson,
  createGrant: sandboxPeople.createGrant,
  withdrawGrant: sandboxPeople.withdrawGrant,
} as const
export type Action = keyof typeof actions
export const actionNames = Object.keys(actions) as Action[]

/** Those that may be repeated many times a second. */
export const repeatableActions: ReadonlySet<Action> = new Set(['chat', 'donate', 'subscribe', 'follow', 'unfollow'])

type InputProperties<E> = E extends { body: { properties: infer P } }
  ? P
  : E extends { parameters: { properties: infer P } }
    ? P
    : never
type FieldOf<ActionName> = ActionName extends Action
  ? keyof InputProperties<(typeof actions)[ActionName]> & string
  : never
/** Every field that any act asks for. */
export type Field = FieldOf<Action>

export type Value = string | number | boolean | string[] | number[] | null | undefined
export type Values = Partial<Record<Field, Value>>

/** A field as its contract describes it. */
export type ActionField = { field: Field; schema: Schema; required: boolean }
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

export function fieldsOf(action: Action): ActionField[] {
  const endpoint: Endpoint = actions[action]
  const inputSchema = (endpoint.body ?? endpoint.parameters) as { properties: object; required?: string[] } | undefined
  return Object.entries(inputSchema?.properties ?? {}).map(([field, schema]) => ({
    field: field as Field,
    schema: schema as Schema,
    required: inputSchema?.required?.includes(field) ?? false,
  }))
}

/** What is sent: the fields that hold something. */
export function inputOf(action: Action, values: Values): { body: object } | { parameters: object } {
  const endpoint: Endpoint = actions[action]
  const filledIn = Object.fromEntries(
    fieldsOf(action)
      .map(({ field }) => [field, values[field]] as const)
      .filter(([, value]) => value !== undefined && value !== ''),
  )
  return endpoint.body === undefined ? { parameters: filledIn } : { body: filledIn }
}

/** `{n}` in a text becomes the number of the time, so that messages of a burst can be told apart. */
export function fillNumber(values: Values, n: number): Values {
  return Object.fromEntries(
    Object.entries(values).map(([field, value]) => [
      field,
      typeof value === 'string' ? value.replaceAll('{n}', String(n)) : value,
    ]),
  )
}

/** Something to say, in the reader's language. */
export type SampleTexts = Record<'message' | 'donation' | 'live' | 'reward' | 'person', string>
/** How the demo world is named. */
export type DemoWorld = { clientId: string; channelIdOf: (role: Static<typeof demoRole>) => string | undefined }

/** What an act begins with: the demo streamer's channel, a demo viewer, and something to say. */
export function defaultsOf(action: Action, { clientId, channelIdOf }: DemoWorld, sampleTexts: SampleTexts): Values {
  const channelId = channelIdOf('streamer')
  const channelAndViewer = { channelId, byChannelId: channelIdOf('viewer') }
  const values: Record<Action, Values> = {
    chat: { ...channelAndViewer, message: sampleTexts.message },
    donate: { ...channelAndViewer, payAmount: 1_000, donationText: sampleTexts.donation, donationType: 'CHAT' },
    subscribe: { ...channelAndViewer, tierNo: 1, month: 1 },
    follow: channelAndViewer,
    unfollow: channelAndViewer,
    goLive: { channelId, liveTitle: sampleTexts.live, viewers: 42 },
    goOffline: { channelId },
    manage: { ...channelAndViewer, userRole: 'STREAMING_CHAT_MANAGER' },
    createCampaign: { clientId, categoryId: 'talk', rewards: [sampleTexts.reward] },
    claim: { byChannelId: channelAndViewer.byChannelId },
    createPerson: { channelName: sampleTexts.person },
    createGrant: { clientId, channelId },
    withdrawGrant: { clientId, channelId },
  }
  return values[action]
}
