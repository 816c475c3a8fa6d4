import type {
  authorization,
  category,
  channel,
  chat,
  Endpoint,
  ingest,
  live,
  sandboxActs,
  sandboxClock,
  sandboxPeople,
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
import { sendMessage } from '../features/chat/send-message.ts'
import { publish, unpublish } from '../features/lives/ingest.ts'
import { listLives } from '../features/lives/list-lives.ts'
import { changeLiveSetting, readLiveSetting } from '../features/lives/live-settings.ts'
import { readStreamKey } from '../features/lives/stream-key.ts'
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
import { makeGrant, withdrawGrant } from '../features/sandbox/grants.ts'
import { overview } from '../features/sandbox/overview.ts'
import { makeAPerson } from '../features/sandbox/people.ts'
import { reset } from '../features/sandbox/reset.ts'
import { openClientSession, openUserSession } from '../features/sessions/open-session.ts'
import { subscribeChat, unsubscribeChat } from '../features/sessions/subscribe-events.ts'
import type { Handler, HandlersOf } from '../kit/handle.ts'

// Who keeps what is promised. An operation without a handler does not compile.

const authorizations: HandlersOf<typeof authorization> = { token, revoke }
const users: HandlersOf<typeof user> = { me }
const channelsOfAll: HandlersOf<typeof channel> = { channels, streamingRoles, followers, subscribers }
const categories: HandlersOf<typeof category> = { searchCategories }
const lives: HandlersOf<typeof live> = { listLives, readStreamKey, readLiveSetting, changeLiveSetting }
const chats: HandlersOf<typeof chat> = { sendMessage }
const sessions: HandlersOf<typeof session> = { openClientSession, openUserSession, subscribeChat, unsubscribeChat }
const ingests: HandlersOf<typeof ingest> = { publish, unpublish }

/** The open interface, and what media servers ask. */
export const openRoutes = [authorizations, users, channelsOfAll, categories, lives, chats, sessions, ingests].flatMap(
  handlersIn,
)

const people: HandlersOf<typeof sandboxPeople> = {
  overview,
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
const clock: HandlersOf<typeof sandboxClock> = { readClock, moveClock, reset }

/** What plays the world; served in sandbox mode alone. */
export const sandboxRoutes = [people, acts, clock].flatMap(handlersIn)

function handlersIn(group: object): Handler<Endpoint>[] {
  return Object.values(group) as Handler<Endpoint>[]
}
