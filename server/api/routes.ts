import type {
  authorization,
  category,
  channel,
  chat,
  consoleApps,
  consoleAudience,
  consoleChannels,
  consoleChatSettings,
  consoleConnections,
  consoleCampaigns,
  consoleDrops,
  consoleInspector,
  consoleModeration,
  consoleStudio,
  consoleWatch,
  consoleWebhooks,
  drops,
  Endpoint,
  ingest,
  live,
  restriction,
  sandboxActs,
  sandboxClock,
  sandboxDrops,
  sandboxInspector,
  sandboxPeople,
  sandboxSessions,
  sandboxSinks,
  sandboxSupport,
  session,
  user,
} from '@onair/contract'
import { revoke } from '../features/auth/revoke.ts'
import { token } from '../features/auth/token.ts'
import { searchCategories } from '../features/categories/search-categories.ts'
import { channels } from '../features/channels/find-channels.ts'
import { followers } from '../features/channels/followers.ts'
import { me } from '../features/channels/me.ts'
import { streamingRoles } from '../features/channels/streaming-roles.ts'
import { subscribers } from '../features/channels/subscribers.ts'
import { blindMessage } from '../features/chat/blind-message.ts'
import { changeSettings, readSettings } from '../features/chat/chat-settings.ts'
import { putNotice } from '../features/chat/notice.ts'
import { sendMessage } from '../features/chat/send-message.ts'
import {
  changeOwnApp,
  checkAppName,
  cutSessionOfApp,
  deleteOwnApp,
  listOwnApps,
  listOwnOrganizations,
  listSessionsOfApp,
  readOwnApp,
  registerAnApp,
} from '../features/console/apps.ts'
import { listOwnActivity } from '../features/console/activity.ts'
import { findAChannel, listOwnFollowers, listOwnSubscribers } from '../features/console/audience.ts'
import {
  donateToChannel,
  followChannel,
  readWallet,
  speak,
  subscribeToChannel,
  unfollowChannel,
  unwatchChannel,
  watchChannel,
} from '../features/console/channels.ts'
import {
  endOwnCampaign,
  fulfilOwnClaims,
  listOwnCampaigns,
  listOwnClaims,
  makeOwnCampaign,
  readOwnCampaign,
} from '../features/console/campaigns.ts'
import { changeOwnChatSettings, readOwnChatSettings } from '../features/console/chat-settings.ts'
import { listOwnConnections, withdrawFromApp } from '../features/console/connections.ts'
import { claimAReward, listCampaigns } from '../features/console/drops.ts'
import { explainOwn, listOwnRecords } from '../features/console/inspector.ts'
import {
  hideMessageInChat,
  listManagers,
  listRestrictedIn,
  putManager,
  putNoticeInChat,
  readNoticeInChat,
  releaseInChannel,
  releaseTemporarilyInChat,
  removeManager,
  removeNoticeInChat,
  restrictInChannel,
  restrictTemporarilyInChat,
} from '../features/console/moderation.ts'
import {
  changeSetting,
  makeAnotherStreamKey,
  putOnAir,
  readMe,
  readOverview,
  readOwnStreamKey,
  readSetting,
  searchInBothLanguages,
  signOutHere,
  takeOffAir,
} from '../features/console/studio.ts'
import {
  changeOwnWebhook,
  endOwnOlderSecret,
  listOwnDeliveries,
  readOwnDelivery,
  readOwnWebhook,
  removeOwnWebhook,
  rotateOwnSecret,
  sendOwnAgain,
} from '../features/console/webhooks.ts'
import { listLivesToWatch, openViewer, readChannel, readStanding, readVisitor } from '../features/console/watch.ts'
import { fulfilClaims } from '../features/drops/fulfil-claims.ts'
import { rewardClaims } from '../features/drops/reward-claims.ts'
import { publish, unpublish } from '../features/lives/ingest.ts'
import { listLives } from '../features/lives/list-lives.ts'
import { changeLiveSetting, readLiveSetting } from '../features/lives/live-settings.ts'
import { readStreamKey } from '../features/lives/stream-key.ts'
import { listRestricted } from '../features/restrictions/list-restricted.ts'
import { release, restrict } from '../features/restrictions/restrict.ts'
import { releaseTemporarily, restrictTemporarily } from '../features/restrictions/temporary-restrict.ts'
import {
  chatAsSomeone,
  followAsSomeone,
  goLiveAsSomeone,
  goOfflineAsSomeone,
  manageAsSomeone,
  unfollowAsSomeone,
} from '../features/sandbox/acts.ts'
import { makeAnApp } from '../features/sandbox/apps.ts'
import { moveClock, readClock } from '../features/sandbox/clock.ts'
import { claimAsSomeone, makeACampaign } from '../features/sandbox/drops.ts'
import { makeGrant, withdrawGrant } from '../features/sandbox/grants.ts'
import { explain, listAllRecords } from '../features/sandbox/inspector.ts'
import { overview } from '../features/sandbox/overview.ts'
import { listPeople, makeAPerson } from '../features/sandbox/people.ts'
import { reset } from '../features/sandbox/reset.ts'
import { disconnect, listSessions } from '../features/sandbox/sessions.ts'
import { readASink, removeASink, setASink } from '../features/sandbox/sinks.ts'
import { donateAsSomeone, subscribeAsSomeone } from '../features/sandbox/support.ts'
import { listClientSessions, listUserSessions } from '../features/sessions/list-sessions.ts'
import { openClientSession, openUserSession } from '../features/sessions/open-session.ts'
import {
  subscribeChat,
  subscribeDonation,
  subscribeSubscription,
  unsubscribeChat,
  unsubscribeDonation,
  unsubscribeSubscription,
} from '../features/sessions/subscribe-events.ts'
import type { Handler, HandlersOf } from '../kit/handle.ts'

// Who keeps what is promised. An operation without a handler does not compile.

const authorizations: HandlersOf<typeof authorization> = { token, revoke }
const users: HandlersOf<typeof user> = { me }
const channelsOfAll: HandlersOf<typeof channel> = { channels, streamingRoles, followers, subscribers }
const categories: HandlersOf<typeof category> = { searchCategories }
const lives: HandlersOf<typeof live> = { listLives, readStreamKey, readLiveSetting, changeLiveSetting }
const chats: HandlersOf<typeof chat> = { sendMessage, putNotice, readSettings, changeSettings, blindMessage }
const restrictions: HandlersOf<typeof restriction> = {
  restrict,
  release,
  listRestricted,
  restrictTemporarily,
  releaseTemporarily,
}
const sessions: HandlersOf<typeof session> = {
  openClientSession,
  openUserSession,
  listClientSessions,
  listUserSessions,
  subscribeChat,
  unsubscribeChat,
  subscribeDonation,
  unsubscribeDonation,
  subscribeSubscription,
  unsubscribeSubscription,
}
const dropsOfAll: HandlersOf<typeof drops> = { rewardClaims, fulfilClaims }
const ingests: HandlersOf<typeof ingest> = { publish, unpublish }

/** The open interface, and what media servers ask. */
export const openRoutes = [
  authorizations,
  users,
  channelsOfAll,
  categories,
  lives,
  chats,
  restrictions,
  sessions,
  dropsOfAll,
  ingests,
].flatMap(handlersIn)

const consoleOfChannels: HandlersOf<typeof consoleChannels> = {
  follow: followChannel,
  unfollow: unfollowChannel,
  subscribe: subscribeToChannel,
  donate: donateToChannel,
  readWallet,
  speak,
  watch: watchChannel,
  unwatch: unwatchChannel,
}
const studio: HandlersOf<typeof consoleStudio> = {
  readMe,
  signOut: signOutHere,
  readOverview,
  goLive: putOnAir,
  goOffline: takeOffAir,
  readSetting,
  changeSetting,
  searchCategories: searchInBothLanguages,
  readStreamKey: readOwnStreamKey,
  rotateStreamKey: makeAnotherStreamKey,
}
const moderation: HandlersOf<typeof consoleModeration> = {
  listManagers,
  putManager,
  removeManager,
  listRestricted: listRestrictedIn,
  restrictTemporarily: restrictTemporarilyInChat,
  releaseTemporarily: releaseTemporarilyInChat,
  restrict: restrictInChannel,
  release: releaseInChannel,
  hideMessage: hideMessageInChat,
  readNotice: readNoticeInChat,
  putNotice: putNoticeInChat,
  removeNotice: removeNoticeInChat,
}
const watching: HandlersOf<typeof consoleWatch> = {
  readVisitor,
  listLives: listLivesToWatch,
  readChannel,
  readStanding,
  openViewer,
}

const consoleOfChatSettings: HandlersOf<typeof consoleChatSettings> = {
  readChatSettings: readOwnChatSettings,
  changeChatSettings: changeOwnChatSettings,
}
const audience: HandlersOf<typeof consoleAudience> = {
  listFollowers: listOwnFollowers,
  listSubscribers: listOwnSubscribers,
  listActivity: listOwnActivity,
  findChannel: findAChannel,
}
const connections: HandlersOf<typeof consoleConnections> = {
  listConnections: listOwnConnections,
  withdraw: withdrawFromApp,
}

const applications: HandlersOf<typeof consoleApps> = {
  listApps: listOwnApps,
  registerApp: registerAnApp,
  checkName: checkAppName,
  readApp: readOwnApp,
  changeApp: changeOwnApp,
  deleteApp: deleteOwnApp,
  listOrganizations: listOwnOrganizations,
  listAppSessions: listSessionsOfApp,
  cutAppSession: cutSessionOfApp,
}
const webhooks: HandlersOf<typeof consoleWebhooks> = {
  readWebhook: readOwnWebhook,
  changeWebhook: changeOwnWebhook,
  removeWebhook: removeOwnWebhook,
  rotateSecret: rotateOwnSecret,
  endOlderSecret: endOwnOlderSecret,
  listDeliveries: listOwnDeliveries,
  readDelivery: readOwnDelivery,
  sendAgain: sendOwnAgain,
}

const campaigns: HandlersOf<typeof consoleCampaigns> = {
  makeCampaign: makeOwnCampaign,
  listOwnCampaigns,
  readCampaign: readOwnCampaign,
  endCampaign: endOwnCampaign,
  listClaims: listOwnClaims,
  fulfilClaims: fulfilOwnClaims,
}
const consoleOfDrops: HandlersOf<typeof consoleDrops> = { listCampaigns, claim: claimAReward }

const inspector: HandlersOf<typeof consoleInspector> = { listRecords: listOwnRecords, whyNot: explainOwn }

/** What our own pages ask for whoever is signed in. */
export const consoleRoutes = [
  applications,
  consoleOfChannels,
  watching,
  studio,
  consoleOfChatSettings,
  moderation,
  audience,
  connections,
  consoleOfDrops,
  campaigns,
  webhooks,
  inspector,
].flatMap(handlersIn)

const people: HandlersOf<typeof sandboxPeople> = {
  overview,
  listPeople,
  makePerson: makeAPerson,
  makeApp: makeAnApp,
  makeGrant,
  withdrawGrant,
}
const acts: HandlersOf<typeof sandboxActs> = {
  chat: chatAsSomeone,
  follow: followAsSomeone,
  unfollow: unfollowAsSomeone,
  manage: manageAsSomeone,
  goLive: goLiveAsSomeone,
  goOffline: goOfflineAsSomeone,
}
const supports: HandlersOf<typeof sandboxSupport> = { subscribe: subscribeAsSomeone, donate: donateAsSomeone }
const sandboxedDrops: HandlersOf<typeof sandboxDrops> = { makeCampaign: makeACampaign, claim: claimAsSomeone }
const sandboxedSessions: HandlersOf<typeof sandboxSessions> = { listSessions, disconnect }
const sinks: HandlersOf<typeof sandboxSinks> = { setSink: setASink, readSink: readASink, removeSink: removeASink }
const clock: HandlersOf<typeof sandboxClock> = { readClock, moveClock, reset }

const sandboxedInspector: HandlersOf<typeof sandboxInspector> = { listRecords: listAllRecords, whyNot: explain }

/** What plays the world; served in sandbox mode alone. */
export const sandboxRoutes = [
  people,
  acts,
  supports,
  sandboxedDrops,
  sinks,
  sandboxedSessions,
  clock,
  sandboxedInspector,
].flatMap(handlersIn)

function handlersIn(group: object): Handler<Endpoint>[] {
  return Object.values(group) as Handler<Endpoint>[]
}
