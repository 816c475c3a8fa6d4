import type {
  authorization,
  chat,
  Endpoint,
  restriction,
  sandboxActs,
  sandboxClock,
  sandboxPeople,
  sandboxSessions,
  sandboxSupport,
  session,
  user,
} from '@onair/contract'
import { revoke } from '../features/auth/revoke.ts'
import { token } from '../features/auth/token.ts'
import { me } from '../features/channels/me.ts'
import { blindMessage } from '../features/chat/blind-message.ts'
import { changeSettings, readSettings } from '../features/chat/chat-settings.ts'
import { putNotice } from '../features/chat/notice.ts'
import { sendMessage } from '../features/chat/send-message.ts'
import { listRestricted } from '../features/restrictions/list-restricted.ts'
import { release, restrict } from '../features/restrictions/restrict.ts'
import { releaseTemporarily, restrictTemporarily } from '../features/restrictions/temporary-restrict.ts'
import { chatAsSomeone } from '../features/sandbox/acts.ts'
import { makeAnApp } from '../features/sandbox/apps.ts'
import { moveClock, readClock } from '../features/sandbox/clock.ts'
import { makeGrant, withdrawGrant } from '../features/sandbox/grants.ts'
import { overview } from '../features/sandbox/overview.ts'
import { makeAPerson } from '../features/sandbox/people.ts'
import { reset } from '../features/sandbox/reset.ts'
import { disconnect } from '../features/sandbox/sessions.ts'
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

/** The open interface. */
export const openRoutes = [authorizations, users, chats, restrictions, sessions].flatMap(handlersIn)

const people: HandlersOf<typeof sandboxPeople> = {
  overview,
  makePerson: makeAPerson,
  makeApp: makeAnApp,
  makeGrant,
  withdrawGrant,
}
const acts: HandlersOf<typeof sandboxActs> = { chat: chatAsSomeone }
const supports: HandlersOf<typeof sandboxSupport> = { subscribe: subscribeAsSomeone, donate: donateAsSomeone }
const sandboxedSessions: HandlersOf<typeof sandboxSessions> = { disconnect }
const clock: HandlersOf<typeof sandboxClock> = { readClock, moveClock, reset }

/** What plays the world; served in sandbox mode alone. */
export const sandboxRoutes = [people, acts, supports, sandboxedSessions, clock].flatMap(handlersIn)

function handlersIn(group: object): Handler<Endpoint>[] {
  return Object.values(group) as Handler<Endpoint>[]
}
