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
  Mails: sandboxApi.mails,
  Clock: sandboxApi.clock,
  Faults: sandboxApi.faults,
  Demo: sandboxApi.demo,
  Worlds: sandboxApi.worlds,
  Snapshots: sandboxApi.snapshots,
  Inspector: sandboxApi.inspector,
}
