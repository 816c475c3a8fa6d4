import * as consoleApi from './console/index.ts'
import * as openApi from './open/index.ts'
import * as sandboxApi from './sandbox/index.ts'

// The headings and the order of the documentation. groups.test.ts checks that no group is missing.

/** The groups of the open API, named and ordered as in the specification. */
export const openGroups = {
  Authorization: openApi.authorization,
  User: openApi.user,
  Channel: openApi.channel,
  Category: openApi.category,
  Live: openApi.live,
  Chat: openApi.chat,
  Restriction: openApi.restriction,
  Session: openApi.session,
  Drops: openApi.drops,
}

/** The groups of the console API. */
export const consoleGroups = {
  Account: consoleApi.account,
  Applications: consoleApi.apps,
  Channels: consoleApi.channels,
  Watch: consoleApi.watch,
  Studio: consoleApi.studio,
  ChatSettings: consoleApi.chatSettings,
  Moderation: consoleApi.moderation,
  Audience: consoleApi.audience,
  Overlays: consoleApi.overlays,
  ConnectedApps: consoleApi.connectedApps,
  Webhooks: consoleApi.webhooks,
  Drops: consoleApi.drops,
  Campaigns: consoleApi.campaigns,
  Inspector: consoleApi.inspector,
}

/** The groups of the sandbox API, ordered so that the examples of the reference work from top to bottom. */
export const sandboxGroups = {
  People: sandboxApi.people,
  Apps: sandboxApi.apps,
  Grants: sandboxApi.grants,
  Channels: sandboxApi.channels,
  Payments: sandboxApi.payments,
  Drops: sandboxApi.drops,
  Sinks: sandboxApi.sinks,
  Sessions: sandboxApi.sessions,
  Clock: sandboxApi.clock,
  Faults: sandboxApi.faults,
  Demo: sandboxApi.demo,
  Worlds: sandboxApi.worlds,
  Snapshots: sandboxApi.snapshots,
  Inspector: sandboxApi.inspector,
}

type InputsOf<E> = {
  [Source in 'pathParams' | 'query' | 'parameters' | 'body']: E extends { [P in Source]: infer S } ? S : never
}
type NamesIn<E> = InputsOf<E>[keyof InputsOf<E>] extends infer S
  ? S extends { properties: infer P }
    ? keyof P
    : never
  : never
type FieldsOf<Groups> = {
  [Group in keyof Groups]: {
    [Operation in keyof Groups[Group]]: NamesIn<Groups[Group][Operation]>
  }[keyof Groups[Group]]
}[keyof Groups]

/** A field that an error of the console API or the sandbox API may name. */
export type PageField = Extract<FieldsOf<typeof consoleGroups> | FieldsOf<typeof sandboxGroups>, string>
