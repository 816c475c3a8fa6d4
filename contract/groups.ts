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
import * as authorization from './endpoints/authorization.ts'
import * as category from './endpoints/category.ts'
import * as channel from './endpoints/channel.ts'
import * as chat from './endpoints/chat.ts'
import * as drops from './endpoints/drops.ts'
import * as live from './endpoints/live.ts'
import * as restriction from './endpoints/restriction.ts'
import * as session from './endpoints/session.ts'
import * as user from './endpoints/user.ts'
import * as sandboxActs from './sandbox/acts.ts'
import * as sandboxClock from './sandbox/clock.ts'
import * as sandboxDrops from './sandbox/drops.ts'
import * as sandboxInspector from './sandbox/inspector.ts'
import * as sandboxPeople from './sandbox/people.ts'
import * as sandboxSessions from './sandbox/sessions.ts'
import * as sandboxSinks from './sandbox/sinks.ts'
import * as sandboxSupport from './sandbox/support.ts'

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
  Watching: consoleWatch,
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
  Acts: sandboxActs,
  Support: sandboxSupport,
  Drops: sandboxDrops,
  Sinks: sandboxSinks,
  Sessions: sandboxSessions,
  Clock: sandboxClock,
  Inspector: sandboxInspector,
}

type InputsOf<E> = {
  [Place in 'inPath' | 'query' | 'parameters' | 'body']: E extends { [P in Place]: infer S } ? S : never
}
type NamesIn<E> = InputsOf<E>[keyof InputsOf<E>] extends infer S
  ? S extends { properties: infer P }
    ? keyof P
    : never
  : never
type FieldsOf<Groups> = {
  [G in keyof Groups]: { [O in keyof Groups[G]]: NamesIn<Groups[G][O]> }[keyof Groups[G]]
}[keyof Groups]
/** Every field that our own pages, or callers of a sandbox, may be refused for. */
export type PageField = Extract<FieldsOf<typeof consoleGroups> | FieldsOf<typeof sandboxGroups>, string>
