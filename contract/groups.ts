import * as consoleCampaigns from './console/campaigns.ts'
import * as consoleApps from './console/apps.ts'
import * as consoleAudience from './console/audience.ts'
import * as consoleChannels from './console/channels.ts'
import * as consoleChatSettings from './console/chat-settings.ts'
import * as consoleConnections from './console/connections.ts'
import * as consoleDrops from './console/drops.ts'
import * as consoleInspector from './console/inspector.ts'
import * as consoleModeration from './console/moderation.ts'
import * as consoleStudio from './console/studio.ts'
import * as consoleWatch from './console/watch.ts'
import * as consoleWebhooks from './console/webhooks.ts'
import * as authorization from './open/authorization.ts'
import * as category from './open/category.ts'
import * as channel from './open/channel.ts'
import * as chat from './open/chat.ts'
import * as drops from './open/drops.ts'
import * as live from './open/live.ts'
import * as restriction from './open/restriction.ts'
import * as session from './open/session.ts'
import * as user from './open/user.ts'
import * as sandboxChannels from './sandbox/channels.ts'
import * as sandboxClock from './sandbox/clock.ts'
import * as sandboxDrops from './sandbox/drops.ts'
import * as sandboxInspector from './sandbox/inspector.ts'
import * as sandboxPeople from './sandbox/people.ts'
import * as sandboxSessions from './sandbox/sessions.ts'
import * as sandboxSinks from './sandbox/sinks.ts'
import * as sandboxPayments from './sandbox/payments.ts'

/** The groups of the open interface, named and ordered as in the specification. */
export const openGroups = {
  Authorization: authorization,
  User: user,
  Channel: channel,
  Category: category,
  Live: live,
  Chat: chat,
  Restriction: restriction,
  Session: session,
  Drops: drops,
}

/** What our own pages do for the person who is signed in. */
export const consoleGroups = {
  Applications: consoleApps,
  Channels: consoleChannels,
  Watch: consoleWatch,
  Studio: consoleStudio,
  ChatSettings: consoleChatSettings,
  Moderation: consoleModeration,
  Audience: consoleAudience,
  Connections: consoleConnections,
  Webhooks: consoleWebhooks,
  Drops: consoleDrops,
  Campaigns: consoleCampaigns,
  Inspector: consoleInspector,
}

/** What plays the world; answered in sandbox mode alone. */
export const sandboxGroups = {
  People: sandboxPeople,
  Channels: sandboxChannels,
  Payments: sandboxPayments,
  Drops: sandboxDrops,
  Sinks: sandboxSinks,
  Sessions: sandboxSessions,
  Clock: sandboxClock,
  Inspector: sandboxInspector,
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
/** Every field that our own pages, or callers of a sandbox, may be refused for. */
export type PageField = Extract<FieldsOf<typeof consoleGroups> | FieldsOf<typeof sandboxGroups>, string>
