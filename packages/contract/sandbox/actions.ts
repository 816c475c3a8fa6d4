import type { Static } from 'typebox'
import type { Endpoint } from '../endpoint.ts'
import type { demoRole } from '../resources.ts'
import * as sandboxChannels from './channels.ts'
import * as sandboxDrops from './drops.ts'
import * as sandboxGrants from './grants.ts'
import * as sandboxPayments from './payments.ts'
import * as sandboxPeople from './people.ts'

/** The actions of the sandbox in menu order. A test checks that none is missing. */
export const actions = {
  chat: sandboxChannels.chat,
  donate: sandboxPayments.donate,
  subscribe: sandboxPayments.subscribe,
  follow: sandboxChannels.follow,
  unfollow: sandboxChannels.unfollow,
  goLive: sandboxChannels.goLive,
  goOffline: sandboxChannels.goOffline,
  manage: sandboxChannels.manage,
  createCampaign: sandboxDrops.createCampaign,
  claim: sandboxDrops.claim,
  createPerson: sandboxPeople.createPerson,
  createGrant: sandboxGrants.createGrant,
  withdrawGrant: sandboxGrants.withdrawGrant,
} as const
export type Action = keyof typeof actions
export const actionNames = Object.keys(actions) as Action[]

/** Actions that can be repeated in a burst. */
export const repeatableActions: ReadonlySet<Action> = new Set(['chat', 'donate', 'subscribe', 'follow', 'unfollow'])

type InputProperties<E> = E extends { body: { properties: infer P } }
  ? P
  : E extends { parameters: { properties: infer P } }
    ? P
    : never
type FieldOf<ActionName> = ActionName extends Action
  ? keyof InputProperties<(typeof actions)[ActionName]> & string
  : never
/** Every field of any action. */
export type Field = FieldOf<Action>

export type Value = string | number | boolean | string[] | number[] | null | undefined
export type Values = Partial<Record<Field, Value>>

/** A field of an action with its schema. */
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

/** The input to send: fields that have a value. */
export function inputOf(action: Action, values: Values): { body: object } | { parameters: object } {
  const endpoint: Endpoint = actions[action]
  const filledIn = Object.fromEntries(
    fieldsOf(action)
      .map(({ field }) => [field, values[field]] as const)
      .filter(([, value]) => value !== undefined && value !== ''),
  )
  return endpoint.body === undefined ? { parameters: filledIn } : { body: filledIn }
}

/** Replaces `{n}` in texts by the number of the repetition, so that messages of a burst differ. */
export function fillNumber(values: Values, n: number): Values {
  return Object.fromEntries(
    Object.entries(values).map(([field, value]) => [
      field,
      typeof value === 'string' ? value.replaceAll('{n}', String(n)) : value,
    ]),
  )
}

/** Sample texts in the language of the user. */
export type SampleTexts = Record<'message' | 'donation' | 'live' | 'reward' | 'person', string>
/** The ids of the demo data. */
type DemoData = { clientId: string; channelIdOf: (role: Static<typeof demoRole>) => string | undefined }

/** Default input of an action: the demo streamer's channel, a demo viewer and a sample text. */
export function defaultsOf(action: Action, { clientId, channelIdOf }: DemoData, sampleTexts: SampleTexts): Values {
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
