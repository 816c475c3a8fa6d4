import type { DonationEvent, SubscriptionEvent as SubscriptionEventSent } from '@onair/contract'
import type { ColumnType, Generated } from 'kysely'

/**
 * What is remembered: every table and column, as the migrations leave them (a test compares the two).
 * Times are milliseconds since 1970 of the platform's clock, unless the name says `real`.
 */
export type Tables = {
  account: Account
  web_session: WebSession
  channel: Channel
  channel_manager: ChannelManager
  channel_follower: ChannelFollower
  channel_subscriber: ChannelSubscriber
  app: App
  app_secret: AppSecret
  app_scope: AppScope
  user_grant: UserGrant
  user_grant_scope: UserGrantScope
  authorization_code: AuthorizationCode
  access_token: AccessToken
  refresh_token: RefreshToken
  chat_message: ChatMessage
  chat_settings: ChatSettings
  chat_notice: ChatNotice
  chat_turn: ChatTurn
  channel_restriction: ChannelRestriction
  temporary_restriction: TemporaryRestriction
  wallet: Wallet
  donation: Donation
  subscription_event: SubscriptionEvent
  gateway: Gateway
  session: Session
  session_subscription: SessionSubscription
  platform_clock: PlatformClock
}

/** A person who logs in. Owns the channel of the same id. */
export type Account = {
  channel_id: string
  email: string
  password_hash: string
  identity_verified_at: number | null
  organization_id: string | null
  created_at: number
}

export type WebSession = { token_hash: Buffer; channel_id: string; created_at: number; expires_at: number }

export type Channel = {
  id: string
  name: string
  image_url: string | null
  verified_mark: boolean
  chat_channel_id: string
  created_at: number
}

export type ChannelManager = { channel_id: string; manager_channel_id: string; user_role: string; created_at: number }
export type ChannelFollower = { channel_id: string; follower_channel_id: string; created_at: number }
export type ChannelSubscriber = {
  channel_id: string
  subscriber_channel_id: string
  tier_no: number
  month: number
  created_at: number
}

export type App = {
  client_id: string
  name: string
  redirect_uri: string
  owner_channel_id: string | null
  organization_id: string | null
  wire_profile: string | null
  header_prefix: string | null
  webhook_url: string | null
  strict_state: Generated<boolean>
  created_at: number
}

/** A client secret: found by its hash, readable again (it signs notifications) only with the program's key. */
export type AppSecret = {
  hash: Buffer
  client_id: string
  sealed: Buffer
  created_at: number
  expires_at: number | null
}

export type AppScope = { client_id: string; scope: string; position: number }

/** What one person allows one application. Ended by deletion; its codes, tokens and subscriptions go with it. */
export type UserGrant = { id: string; client_id: string; channel_id: string; created_at: number }
export type UserGrantScope = { grant_id: string; scope: string; position: number }

export type AuthorizationCode = {
  hash: Buffer
  grant_id: string
  redirect_uri: string
  state: string
  created_at: number
  expires_at: number
  used_at: number | null
}

export type AccessToken = { hash: Buffer; grant_id: string; created_at: number; expires_at: number }
export type RefreshToken = AccessToken & { used_at: number | null }

export type ChatMessage = {
  id: string
  channel_id: string
  sender_channel_id: string
  content: string
  message_time: number
  hidden_at: number | null
  hidden_by: string | null
}

/** A channel without a row has the defaults. */
export type ChatSettings = {
  channel_id: string
  available_condition: Generated<'NONE' | 'REAL_NAME'>
  available_group: Generated<'ALL' | 'FOLLOWER' | 'MANAGER' | 'SUBSCRIBER'>
  min_follower_minute: Generated<number>
  allow_subscriber_in_follower_mode: Generated<boolean>
  slow_mode_sec: Generated<number>
  emoji_mode: Generated<boolean>
}

/** The notice of a channel's chat; `message_id` is null where it is a text of its own. */
export type ChatNotice = { channel_id: string; message_id: string | null; content: string; created_at: number }

/** When someone last spoke in a chat in slow mode. */
export type ChatTurn = { channel_id: string; sender_channel_id: string; spoke_at: number }

export type ChannelRestriction = { channel_id: string; restricted_channel_id: string; created_at: number }
export type TemporaryRestriction = ChannelRestriction & { restricted_by: string; release_at: number }

/** Play money; a person without a row has what everyone starts with. */
export type Wallet = { channel_id: string; balance: number }

/** What happened, and the event as every session receives it. */
export type Donation = {
  id: string
  channel_id: string
  donator_channel_id: string | null
  pay_amount: number
  event: ColumnType<DonationEvent, string>
  created_at: number
}
export type SubscriptionEvent = {
  id: string
  channel_id: string
  subscriber_channel_id: string
  event: ColumnType<SubscriptionEventSent, string>
  created_at: number
}

/** A process that holds sockets; its sessions are gone when its lease is. `lease_until_real` is the database's own time. */
export type Gateway = { id: string; lease_until_real: ColumnType<Date> }

export type Session = {
  key: string
  client_id: string
  /** The user of a user session; null for a session of the application. */
  owner_channel_id: string | null
  ticket_hash: Buffer
  issued_at: number
  ticket_expires_at: number
  connected_at: number | null
  disconnected_at: number | null
  gateway_id: string | null
}

export type SessionSubscription = {
  session_key: string
  event_type: string
  channel_id: string
  grant_id: string
  scope: string
}

/** How far the sandbox has moved the platform's time; one row. */
export type PlatformClock = { one: boolean; offset_ms: number }
