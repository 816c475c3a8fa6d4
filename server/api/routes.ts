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
import { channels } from '../features/channels/channels.ts'
import { followers } from '../features/channels/followers.ts'
import { me } from '../features/channels/me.ts'
import { streamingRoles } from '../features/channels/streaming-roles.ts'
import { subscribers } from '../features/channels/subscribers.ts'
import { blindMessage } from '../features/chat/blind-message.ts'
import { updateSettings, readSettings } from '../features/chat/chat-settings.ts'
import { putNotice } from '../features/chat/notice.ts'
import { sendMessage } from '../features/chat/send-message.ts'
import {
  changeOwnApp,
  checkName,
  disconnectAppSession,
  deleteOwnApp,
  listApps,
  listOrganizations,
  listAppSessions,
  readApp,
  registerApp,
} from '../features/console/apps.ts'
import { listActivity } from '../features/console/activity.ts'
import { findChannel, listFollowers, listSubscribers } from '../features/console/audience.ts'
import {
  donateToChannel,
  followChannel,
  readWallet,
  speak,
  subscribeToChannel,
  unfollowChannel,
  unwatch,
  watch,
} from '../features/console/channels.ts'
import {
  endOwnCampaign,
  fulfilOwnClaims,
  listOwnCampaigns,
  listClaims,
  makeOwnCampaign,
  readCampaign,
} from '../features/console/campaigns.ts'
import { updateChatSettings, readChatSettings } from '../features/console/chat-settings.ts'
import { listConnections, withdraw } from '../features/console/connections.ts'
import { claim, listCampaigns } from '../features/console/drops.ts'
import { explainOwn, listRecords } from '../features/console/inspector.ts'
import {
  hideMessageInChat,
  listManagers,
  listRestrictedIn,
  putManager,
  putNoticeInChat,
  readNotice,
  releaseInChannel,
  releaseTemporarilyInChat,
  removeManager,
  removeNoticeInChat,
  restrictInChannel,
  restrictTemporarilyInChat,
} from '../features/console/moderation.ts'
import {
  updateSetting,
  makeAnotherStreamKey,
  putOnAir,
  readMe,
  readOverview,
  readOwnStreamKey,
  readSetting,
  searchInBothLanguages,
  signOut,
  takeOffAir,
} from '../features/console/studio.ts'
import {
  updateWebhook,
  endOwnOlderSecret,
  listDeliveries,
  readDelivery,
  readWebhook,
  removeOwnWebhook,
  rotateOwnSecret,
  resend,
} from '../features/console/webhooks.ts'
import { listLivesToWatch, openViewer, readChannel, readViewerStatus, readVisitor } from '../features/console/watch.ts'
import { fulfilClaims } from '../features/drops/fulfil-claims.ts'
import { listRewardClaims } from '../features/drops/list-reward-claims.ts'
import { publish, unpublish } from '../features/lives/ingest.ts'
import { listLives } from '../features/lives/list-lives.ts'
import { updateLiveSetting, readLiveSetting } from '../features/lives/live-settings.ts'
import { readStreamKey } from '../features/lives/stream-key.ts'
import { listRestricted } from '../features/restrictions/list-restricted.ts'
import { release, restrict } from '../features/restrictions/restrict.ts'
import { releaseTemporarily, restrictTemporarily } from '../features/restrictions/temporary-restrict.ts'
import {
  chatAsSomeone,
  followAsSomeone,
  goLiveAsSomeone,
  goOfflineAsSomeone,
  manage,
  unfollowAsSomeone,
} from '../features/sandbox/acts.ts'
import { createApp } from '../features/sandbox/apps.ts'
import { moveClock, readClock } from '../features/sandbox/clock.ts'
import { claimAsSomeone, makeACampaign } from '../features/sandbox/drops.ts'
import { createGrant, withdrawGrant } from '../features/sandbox/grants.ts'
import { explain, listAllRecords } from '../features/sandbox/inspector.ts'
import { overview } from '../features/sandbox/overview.ts'
import { listPeople, makeAPerson } from '../features/sandbox/people.ts'
import { reset } from '../features/sandbox/reset.ts'
import { disconnect, listSessions } from '../features/sandbox/sessions.ts'
import { readSink, removeSink, setSink } from '../features/sandbox/sinks.ts'
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
import type { Handler, HandlersOf } from '../shared/handler.ts'

// Who keeps what is promised. An operation without a handler does not compile.

const authorizationHandlers: HandlersOf<typeof authorization> = { issueToken: token, revokeToken: revoke }
const userHandlers: HandlersOf<typeof user> = { getMe: me }
const channelHandlers: HandlersOf<typeof channel> = {
  listChannels: channels,
  listStreamingRoles: streamingRoles,
  listChannelFollowers: followers,
  listChannelSubscribers: subscribers,
}
const categoryHandlers: HandlersOf<typeof category> = { searchCategories }
const liveHandlers: HandlersOf<typeof live> = {
  listLives,
  getStreamKey: readStreamKey,
  getLiveSetting: readLiveSetting,
  updateLiveSetting,
}
const chatHandlers: HandlersOf<typeof chat> = {
  sendMessage,
  putNotice,
  getSettings: readSettings,
  updateSettings,
  blindMessage,
}
const restrictionHandlers: HandlersOf<typeof restriction> = {
  restrict,
  release,
  listRestricted,
  restrictTemporarily,
  releaseTemporarily,
}
const sessionHandlers: HandlersOf<typeof session> = {
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
const dropsHandlers: HandlersOf<typeof drops> = { listRewardClaims, fulfilClaims }
const ingestHandlers: HandlersOf<typeof ingest> = { publish, unpublish }

/** The open interface, and what media servers ask. */
export const openRoutes = [
  authorizationHandlers,
  userHandlers,
  channelHandlers,
  categoryHandlers,
  liveHandlers,
  chatHandlers,
  restrictionHandlers,
  sessionHandlers,
  dropsHandlers,
  ingestHandlers,
].flatMap(listHandlers)

const consoleChannelHandlers: HandlersOf<typeof consoleChannels> = {
  follow: followChannel,
  unfollow: unfollowChannel,
  subscribe: subscribeToChannel,
  donate: donateToChannel,
  getWallet: readWallet,
  sendMessage: speak,
  watch: watch,
  unwatch: unwatch,
}
const consoleStudioHandlers: HandlersOf<typeof consoleStudio> = {
  getMe: readMe,
  signOut: signOut,
  getOverview: readOverview,
  goLive: putOnAir,
  goOffline: takeOffAir,
  getSetting: readSetting,
  updateSetting,
  searchCategories: searchInBothLanguages,
  getStreamKey: readOwnStreamKey,
  rotateStreamKey: makeAnotherStreamKey,
}
const consoleModerationHandlers: HandlersOf<typeof consoleModeration> = {
  listManagers,
  putManager,
  deleteManager: removeManager,
  listRestricted: listRestrictedIn,
  restrictTemporarily: restrictTemporarilyInChat,
  releaseTemporarily: releaseTemporarilyInChat,
  restrict: restrictInChannel,
  release: releaseInChannel,
  hideMessage: hideMessageInChat,
  getNotice: readNotice,
  putNotice: putNoticeInChat,
  deleteNotice: removeNoticeInChat,
}
const consoleWatchHandlers: HandlersOf<typeof consoleWatch> = {
  getVisitor: readVisitor,
  listLives: listLivesToWatch,
  getChannel: readChannel,
  getViewerStatus: readViewerStatus,
  createViewerUrl: openViewer,
}

const consoleChatSettingsHandlers: HandlersOf<typeof consoleChatSettings> = {
  getChatSettings: readChatSettings,
  updateChatSettings: updateChatSettings,
}
const consoleAudienceHandlers: HandlersOf<typeof consoleAudience> = {
  listFollowers: listFollowers,
  listSubscribers: listSubscribers,
  listActivity: listActivity,
  findChannels: findChannel,
}
const consoleConnectionHandlers: HandlersOf<typeof consoleConnections> = {
  listConnections: listConnections,
  withdrawConsent: withdraw,
}

const consoleAppHandlers: HandlersOf<typeof consoleApps> = {
  listApps: listApps,
  registerApp: registerApp,
  checkAppName: checkName,
  getApp: readApp,
  updateApp: changeOwnApp,
  deleteApp: deleteOwnApp,
  listOrganizations: listOrganizations,
  listAppSessions: listAppSessions,
  disconnectAppSession: disconnectAppSession,
}
const consoleWebhookHandlers: HandlersOf<typeof consoleWebhooks> = {
  getWebhook: readWebhook,
  updateWebhook: updateWebhook,
  deleteWebhook: removeOwnWebhook,
  rotateSecret: rotateOwnSecret,
  revokeOlderSecret: endOwnOlderSecret,
  listDeliveries: listDeliveries,
  getDelivery: readDelivery,
  resendDeliveries: resend,
}

const consoleCampaignHandlers: HandlersOf<typeof consoleCampaigns> = {
  createCampaign: makeOwnCampaign,
  listCampaigns: listOwnCampaigns,
  getCampaign: readCampaign,
  endCampaign: endOwnCampaign,
  listClaims: listClaims,
  fulfilClaims: fulfilOwnClaims,
}
const consoleDropsHandlers: HandlersOf<typeof consoleDrops> = { listCampaigns, claimReward: claim }

const consoleInspectorHandlers: HandlersOf<typeof consoleInspector> = { listRecords: listRecords, whyNot: explainOwn }

/** What our own pages ask for whoever is signed in. */
export const consoleRoutes = [
  consoleAppHandlers,
  consoleChannelHandlers,
  consoleWatchHandlers,
  consoleStudioHandlers,
  consoleChatSettingsHandlers,
  consoleModerationHandlers,
  consoleAudienceHandlers,
  consoleConnectionHandlers,
  consoleDropsHandlers,
  consoleCampaignHandlers,
  consoleWebhookHandlers,
  consoleInspectorHandlers,
].flatMap(listHandlers)

const sandboxPeopleHandlers: HandlersOf<typeof sandboxPeople> = {
  getOverview: overview,
  listPeople,
  createPerson: makeAPerson,
  createApp: createApp,
  createGrant,
  withdrawGrant,
}
const sandboxActionHandlers: HandlersOf<typeof sandboxActs> = {
  chat: chatAsSomeone,
  follow: followAsSomeone,
  unfollow: unfollowAsSomeone,
  manage: manage,
  goLive: goLiveAsSomeone,
  goOffline: goOfflineAsSomeone,
}
const sandboxPaymentHandlers: HandlersOf<typeof sandboxSupport> = {
  subscribe: subscribeAsSomeone,
  donate: donateAsSomeone,
}
const sandboxDropsHandlers: HandlersOf<typeof sandboxDrops> = { createCampaign: makeACampaign, claim: claimAsSomeone }
const sandboxSessionHandlers: HandlersOf<typeof sandboxSessions> = { listSessions, disconnectSession: disconnect }
const sandboxSinkHandlers: HandlersOf<typeof sandboxSinks> = {
  setSink: setSink,
  getSink: readSink,
  deleteSink: removeSink,
}
const sandboxClockHandlers: HandlersOf<typeof sandboxClock> = { getClock: readClock, moveClock, reset }

const sandboxInspectorHandlers: HandlersOf<typeof sandboxInspector> = { listRecords: listAllRecords, whyNot: explain }

/** What plays the world; served in sandbox mode alone. */
export const sandboxRoutes = [
  sandboxPeopleHandlers,
  sandboxActionHandlers,
  sandboxPaymentHandlers,
  sandboxDropsHandlers,
  sandboxSinkHandlers,
  sandboxSessionHandlers,
  sandboxClockHandlers,
  sandboxInspectorHandlers,
].flatMap(listHandlers)

function listHandlers(group: object): Handler<Endpoint>[] {
  return Object.values(group) as Handler<Endpoint>[]
}
