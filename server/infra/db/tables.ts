import type {
  AttemptFailureCode,
  CategoryType,
  DeliveryState,
  DonationEvent,
  Failure,
  FulfillmentState,
  ManagerRole,
  WebhookEvent,
  RecordKind,
  SubscriptionEvent as SubscriptionEventPayload,
  WebhookDisabledCode,
  WebhookStatus,
} from '@onair/contract'
import type { ColumnType, Generated } from 'kysely'

/**
 * What is remembered: every table and column, as the migrations leave them (a test compares the two).
 * Times are milliseconds since 1970 of the platform's clock, unless the name says `real`.
 */
export type Tables = {
  account: Account
  web_session: WebSession
  identity_check: IdentityCheck
  verified_identity: VerifiedIdentity
  channel: Channel
  channel_manager: ChannelManager
  channel_follower: ChannelFollower
  channel_subscriber: ChannelSubscriber
  audience_tally: AudienceTally
  follower_count: FollowerCount
  subscriber_count: SubscriberCount
  category_version: CategoryVersion
  app: App
  app_secret: AppSecret
  app_scope: AppScope
  app_usage: AppUsage
  grant_usage: GrantUsage
  idle_sweep: IdleSweep
  unobserved_time: UnobservedTime
  organization: Organization
  user_grant: UserGrant
  user_grant_scope: UserGrantScope
  authorization_code: AuthorizationCode
  access_token: AccessToken
  refresh_token: RefreshToken
  chat_message: ChatMessage
  chat_settings: ChatSettings
  chat_notice: ChatNotice
  slow_mode: SlowMode
  channel_restriction: ChannelRestriction
  temporary_restriction: TemporaryRestriction
  wallet: Wallet
  donation: Donation
  subscription_event: SubscriptionEvent
  gateway: Gateway
  session: Session
  session_subscription: SessionSubscription
  platform_clock: PlatformClock
  live: Live
  live_order: LiveOrder
  live_order_part: LiveOrderPart
  live_setting: LiveSetting
  live_viewer: LiveViewer
  stream_key: StreamKey
  category: Category
  campaign: Campaign
  reward: Reward
  claim: Claim
  webhook_subscription: WebhookSubscription
  webhook_delivery: WebhookDelivery
  webhook_attempt: WebhookAttempt
  sink: Sink
  sink_request: SinkRequest
  campaign_progress: CampaignProgress
  inspector_record: InspectorRecord
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

/** A web session whose person was sent to the identity provider, and the hash of the state that comes back with them. */
export type IdentityCheck = { session_hash: Buffer; state_hash: Buffer; expires_at: number }
/** Whose account a real person verified; of the person themselves there is a keyed hash alone. */
export type VerifiedIdentity = { identity_hash: Buffer; channel_id: string; verified_at: number }

export type Channel = {
  id: string
  name: string
  image_url: string | null
  verified_mark: boolean
  chat_channel_id: string
  created_at: number
}

export type ChannelManager = {
  channel_id: string
  manager_channel_id: string
  user_role: ManagerRole
  created_at: number
}
/** `position` numbers the followers of a channel in the order they came; the database gives it. */
export type ChannelFollower = {
  channel_id: string
  follower_channel_id: string
  created_at: number
  position: Generated<number>
}
export type ChannelSubscriber = {
  channel_id: string
  subscriber_channel_id: string
  tier_no: number
  month: number
  created_at: number
  position: Generated<number>
}

/** Number of list members with a position in [bucket << span, (bucket + 1) << span). Maintained by triggers. */
export type AudienceTally = {
  channel_id: string
  list: 'followers' | 'subscribers'
  month: number
  span: number
  bucket: number
  members: number
}
/** Views of the totals. A channel that never had a follower or subscriber has no row. */
export type FollowerCount = { channel_id: string; followers: number }
export type SubscriberCount = { channel_id: string; subscribers: number }

export type Category = {
  id: string
  type: CategoryType
  name_ko: string
  name_en: string
  poster_image_url: string | null
}
/** Another number after each change of the categories; kept by the database itself. */
export type CategoryVersion = { singleton: Generated<boolean>; version: number }

export type App = {
  client_id: string
  name: string
  redirect_uri: string
  owner_channel_id: string | null
  organization_id: string | null
  wire_profile: string | null
  header_prefix: string | null
  strict_state: Generated<boolean>
  created_at: number
  /** Unused for so long that it will be deleted; a later use takes the warning back. */
  warned_at: Generated<number | null>
  /** Deleted for the world; an operator may still restore it. */
  deleted_at: Generated<number | null>
  restored_at: Generated<number | null>
  /** Null where it asks for the same since it was registered. */
  scopes_changed_at: Generated<number | null>
}

/** A client secret: found by its hash, readable again (it signs notifications) only with the program's key. */
export type AppSecret = {
  hash: Buffer
  client_id: string
  sealed: Buffer
  created_at: number
  expires_at: number | null
}

/** What an application was used for; a scope of '' stands for calls that need none. */
export type AppUsage = {
  client_id: string
  scope: string
  calls: number
  first_used_at: number
  last_used_at: number
}
export type GrantUsage = { grant_id: string; first_used_at: number; last_used_at: number }

/** When the sweep of idle applications last looked; one row. */
export type IdleSweep = { singleton: Generated<boolean>; last_run_at: number | null }
/** Time that the clock leapt over, or that nobody was there to see. */
export type UnobservedTime = { began_at: number; ended_at: number }

/** A company that an operator approved, and the person who is verified to speak for it. */
export type Organization = { id: string; name: string; channel_id: string | null; approved_at: number }

export type AppScope = { client_id: string; scope: string; position: number }

/** What one person allows one application. Ended by deletion; its codes, tokens and subscriptions go with it. */
/** `scopes_changed_at` is null where it holds the same scopes since it was made. */
export type UserGrant = {
  id: string
  client_id: string
  channel_id: string
  created_at: number
  scopes_changed_at: Generated<number | null>
}
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
export type SlowMode = { channel_id: string; sender_channel_id: string; last_sent_at: number }

export type ChannelRestriction = { channel_id: string; restricted_channel_id: string; created_at: number }
export type TemporaryRestriction = ChannelRestriction & { restricted_by: string; release_at: number }

/** Play money; a person without a row has what everyone starts with. */
export type Wallet = { channel_id: string; balance: number }

/**
 * What happened, and the event as every session receives it. `position` numbers a channel's donations from 1 in the order
 * in which they became visible; the database gives it.
 */
export type Donation = {
  id: string
  channel_id: string
  donator_channel_id: string | null
  pay_amount: number
  event: ColumnType<DonationEvent, string>
  created_at: number
  position: Generated<number>
}
export type SubscriptionEvent = {
  id: string
  channel_id: string
  subscriber_channel_id: string
  event: ColumnType<SubscriptionEventPayload, string>
  created_at: number
  position: Generated<number>
}

/** A process that holds sockets; its sessions are gone when its lease is. `lease_expires_at_db` is the database's own time. */
export type Gateway = { id: string; lease_expires_at_db: ColumnType<Date> }

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

/** `made` tells a subscription from one that comes in its place; the database gives it. */
export type SessionSubscription = {
  session_key: string
  event_type: string
  channel_id: string
  grant_id: string
  scope: string
  id: Generated<number>
}

/**
 * How far the sandbox has moved the platform's time, and how far back in all; how far lifetimes had come when a process
 * last wrote that down. One row.
 */
export type PlatformClock = {
  singleton: boolean
  offset_ms: number
  rewound_ms: Generated<number>
  monotonic_now: Generated<number>
}

/** What the broadcasts of a channel show. `default_live_title` is null until one is chosen. */
export type LiveSetting = {
  channel_id: string
  default_live_title: string | null
  category_id: string | null
  tags: Generated<string[]>
  adult: Generated<boolean>
}

/** A broadcast; on the air while `closed_at` is null, and then the only one of its channel. */
export type Live = {
  id: Generated<number>
  channel_id: string
  simulated_viewers: number
  opened_at: number
  closed_at: number | null
}

/** Found by its hash when a broadcast begins, readable again only with the program's key. */
export type StreamKey = { channel_id: string; hash: Buffer; sealed: Buffer; created_at: number }

/**
 * A viewer who said that they are there, and until when this holds; what the live showed when they were last heard of,
 * and since when they watch that without a break.
 */
export type LiveViewer = {
  live_id: number
  viewer_id: string
  expires_at_db: ColumnType<Date>
  category_id: string | null
  last_seen_at: number | null
  watched_since: number | null
}

/** The order of the lives at one moment, and its places, a hundred to a row. */
export type LiveOrder = {
  digest: string
  live_count: number
  taken_at_db: ColumnType<Date>
  expires_at_db: ColumnType<Date>
}
export type LiveOrderPart = { digest: string; part_no: number; live_ids: number[]; viewers: number[] }

/** What an application gives to those who watch a category; without an end while `ends_at` is null. */
export type Campaign = {
  id: string
  client_id: string
  category_id: string
  title: string
  starts_at: number
  ends_at: number | null
  created_at: number
}
export type Reward = { id: string; campaign_id: string; name: string; position: number; watch_minutes: number }

/** A reward that someone claimed. `position` numbers the claims in the order they came; the database gives it. */
export type Claim = {
  id: string
  reward_id: string
  campaign_id: string
  category_id: string
  client_id: string
  channel_id: string
  fulfillment_state: Generated<FulfillmentState>
  claimed_at: number
  updated_at: number
  position: Generated<number>
}

/** Where an application is notified. `failing_since` is its first failure after the last success. */
export type WebhookSubscription = {
  client_id: string
  url: string
  status: Generated<WebhookStatus>
  status_reason: Failure<WebhookDisabledCode> | null
  changed_at: number
  failing_since: number | null
}

/**
 * A notification. `body` is null until the first attempt begins; `attempts` counts those that began. `lease` names who makes
 * one now, until a moment of the database's own time; whoever has it no more records nothing.
 */
export type WebhookDelivery = {
  id: string
  client_id: string
  event_type: WebhookEvent
  event_data: string
  body: Buffer | null
  state: Generated<DeliveryState>
  attempts: Generated<number>
  created_at: number
  next_attempt_at: number | null
  ended_at: number | null
  /** The notification that this one repeats, where somebody asked for it to be sent again. */
  resend_of: string | null
  lease: string | null
  lease_expires_at_db: ColumnType<Date | null>
  position: Generated<number>
}

/** UNKNOWN: the process that made it ended before it could say. */
export type AttemptOutcome = 'DELIVERED' | 'REFUSED' | 'FAILED' | 'UNKNOWN'

/** One POST, written down before it is made. `outcome` is null as long as it is under way. */
export type WebhookAttempt = {
  delivery_id: string
  resend_no: number
  began_at: number
  url: string
  request_headers: string
  outcome: AttemptOutcome | null
  failure: Failure<AttemptFailureCode> | null
  ended_at: number | null
  took_ms: number | null
  response_status: number | null
  response_headers: string | null
  response_body: Buffer | null
  response_truncated: boolean | null
}

/** A receiver of the sandbox: how it answers, and how many requests it got. */
export type Sink = {
  name: string
  status: Generated<number>
  delay_ms: Generated<number>
  fail_first: Generated<number>
  fail_status: Generated<number>
  received: Generated<number>
  last_used_at_db: Generated<ColumnType<Date>>
}
export type SinkRequest = {
  sink: string
  number: number
  received_at: number
  headers: string
  body: Buffer
  response_status: number
}
/** How long someone has watched for a campaign; what lies before `counted_until` is counted. */
export type CampaignProgress = { channel_id: string; campaign_id: string; watched_ms: number; counted_until: number }

/** What the inspector shows, numbered by the database in the order in which it could be read. `detail` is JSON. */
export type InspectorRecord = {
  position: Generated<number>
  kind: RecordKind
  name: string
  trace_id: string | null
  at: number
  client_id: string | null
  channel_id: string | null
  session_key: string | null
  event_id: string | null
  delivery_id: string | null
  status: number | null
  took_ms: number | null
  detail: string
  is_anonymous: Generated<boolean>
  written_at_db: Generated<ColumnType<Date>>
}
