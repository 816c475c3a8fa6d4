import * as consoleApi from './console/index.ts'
import type { sandboxGroups } from './groups.ts'

// Apart from the other groups, which the reference in the console loads.

/** The groups of the console API. */
export const consoleGroups = {
  Account: consoleApi.account,
  SecondFactor: consoleApi.secondFactor,
  Providers: consoleApi.providers,
  Applications: consoleApi.apps,
  Teams: consoleApi.teams,
  Channels: consoleApi.channels,
  Category: consoleApi.category,
  Watch: consoleApi.watch,
  Polls: consoleApi.polls,
  Profile: consoleApi.profile,
  Gifts: consoleApi.gifts,
  Uploads: consoleApi.uploads,
  Notices: consoleApi.notices,
  Schedule: consoleApi.schedule,
  Studio: consoleApi.studio,
  Video: consoleApi.video,
  Recordings: consoleApi.recordings,
  Restream: consoleApi.restream,
  ChatSettings: consoleApi.chatSettings,
  Moderation: consoleApi.moderation,
  Audience: consoleApi.audience,
  Overlays: consoleApi.overlays,
  ConnectedApps: consoleApi.connectedApps,
  Webhooks: consoleApi.webhooks,
  Drops: consoleApi.drops,
  Campaigns: consoleApi.campaigns,
  Inspector: consoleApi.inspector,
  Reports: consoleApi.reports,
  Admin: consoleApi.admin,
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
