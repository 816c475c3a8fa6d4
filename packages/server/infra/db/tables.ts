import type {
  AttemptFailureCode,
  Audience,
  AuditAction,
  AuditActorKind,
  CategoryType,
  ChannelLink,
  DeliveryState,
  DonationEvent,
  Failure,
  FaultPreset,
  FulfillmentState,
  Language,
  MailKind,
  OrganizationOutcome,
  MailState,
  ManagerRole,
  OverlayKind,
  WebhookEvent,
  RecordKind,
  ReportDecision,
  ReportKind,
  ReportReason,
  RestreamStatus,
  RevocationCause,
  SiteDocumentKind,
  SiteRole,
  TeamRole,
  UploadKind,
  SubscriptionEvent as SubscriptionEventPayload,
  WebhookDisabledCode,
  WireProfile,
  WebhookStatus,
} from '@onair/contract'
import type { ColumnType, Generated } from 'kysely'

/**
 * Every table and view that the migrations create. Times are platform time in milliseconds since 1970, except for columns
 * whose name ends in `_db`, which are in database time. See the migrations for constraints and indexes.
 */
export type Tables = {
  /** An overlay of a channel. `settings` has the values that differ from the defaults of an earlier or later version. */
  channel_overlay: {
    channel_id: string
    kind: OverlayKind
    settings: ColumnType<object, string | undefined, string>
    goal_since: number | null
    goal_since_donated: Generated<number>
    goal_since_subscriptions: Generated<number>
    token_hash: Buffer | null
    token_sealed: Buffer | null
    token_created_at: number | null
    client_id: string | null
    grant_id: string | null
  }
  /** Sign-in credentials. Every account owns the channel with the same id. */
  account: {
    channel_id: string
    email: string
    password_hash: string
    identity_verified_at: number | null
    organization_id: string | null
    created_at: number
    language: Generated<Language | null>
    email_verified_at: Generated<number | null>
    accepted_version: Generated<number>
    may_stream: Generated<boolean>
    name_locked_until: Generated<number | null>
  }
  /** `sealed` is null once the mail was rejected on a site. */
  mail: {
    id: string
    channel_id: string
    kind: MailKind
    language: Language
    sealed: Buffer | null
    state: Generated<MailState>
    attempts: Generated<number>
    created_at: number
    next_attempt_at: number
    expires_at: number
    ended_at: Generated<number | null>
    failure: Generated<string | null>
    lease: Generated<string | null>
    lease_expires_at_db: Generated<Date | null>
  }
  /** A link in a mail. `expires_at` is in monotonic time. */
  account_token: {
    token_hash: Buffer
    purpose: 'VERIFY_EMAIL' | 'RESET_PASSWORD'
    channel_id: string
    email: string
    expires_at: number
  }
  suspension: {
    channel_id: string
    reason: string | null
    shown_reason: string | null
    created_at: number
    ends_at: number | null
  }
  blocked_network: { network: string; reason: string; created_at: number; ends_at: number | null }
  account_device: { channel_id: string; device_hash: Buffer; last_used_at: number }
  blocked_device: {
    channel_id: string
    device_hash: Buffer
    reason: string | null
    created_at: number
    ends_at: number | null
  }
  legal_hold: {
    channel_id: string
    case_number: string
    reason: string
    created_at: number
    ends_at: number | null
  }
  /** A copy of a deleted row of a person with a hold. `kind` is its table. See the migration. */
  held_row: {
    id: Generated<number>
    channel_id: string
    kind: string
    content: Record<string, unknown>
    deleted_at_db: ColumnType<Date, never, never>
  }
  site_role: { channel_id: string; role: SiteRole; granted_at: number }
  site_role_link: { token_hash: Buffer; role: SiteRole; expires_at: number }
  site_setting: { name: string; value: unknown }
  /** `expires_at` is monotonic time. */
  invitation: { id: string; token_hash: Buffer; uses_left: number; created_at: number; expires_at: number }
  sign_up_request: {
    channel_id: string
    text: string
    created_at: number
    refused_at: Generated<number | null>
  }
  stream_request: {
    channel_id: string
    text: string
    created_at: number
    declined_at: Generated<number | null>
    answer: Generated<string | null>
  }
  person_note: {
    id: string
    channel_id: string
    author_channel_id: string | null
    text: string
    created_at: number
  }
  site_document: {
    version: number
    kind: SiteDocumentKind
    text: string
    must_be_accepted: boolean
    created_at: number
  }
  site_logo: { id: string; type: string; bytes: Buffer }
  /** The reports about one subject. See the migration. `decided_at` is null while it is open. */
  report_case: {
    id: string
    position: Generated<number>
    kind: ReportKind
    subject_id: string
    channel_id: string | null
    person_id: string | null
    snapshot: ColumnType<ReportSnapshot, string>
    reported_at: number
    written_at_db: ColumnType<Date, never, never>
    assignee_channel_id: Generated<string | null>
    decision: Generated<ReportDecision | null>
    note: Generated<string | null>
    answer: Generated<string | null>
    decided_by: Generated<string | null>
    decided_at: Generated<number | null>
    word: Generated<string | null>
  }
  report: {
    case_id: string
    reporter_channel_id: string
    reason: ReportReason
    text: string
    created_at: number
  }
  password_reset_request: {
    id: string
    sealed_email: Buffer
    language: Language
    network: string
    created_at: number
  }
  /** The mails of a kind that a person was sent since `began_at`. */
  mail_allowance: { channel_id: string; kind: MailKind; began_at: number; mails: number }
  /** `password_verified_at`, `second_factor_at`, `expires_at` and `latest_expiry_at` are in monotonic time. */
  web_session: {
    token_hash: Buffer
    id: string
    channel_id: string
    created_at: number
    last_used_at: number
    password_verified_at: number
    second_factor_at: number | null
    expires_at: number
    latest_expiry_at: number
    user_agent: string | null
    network: string | null
  }
  /** The authenticator app of a person, with the sealed secret. `last_step`: of the last code that was accepted. */
  authenticator: {
    channel_id: string
    sealed: Buffer
    created_at: number
    confirmed_at: number | null
    last_step: number
  }
  /** A recovery code that was not used. */
  recovery_code: { channel_id: string; code_hash: Buffer }
  /** `public_key` is a SubjectPublicKeyInfo (RFC 5280). */
  passkey: {
    id: string
    channel_id: string
    credential_id: Buffer
    public_key: Buffer
    sign_count: number
    name: string
    created_at: number
    last_used_at: number | null
  }
  /** A challenge that a passkey or a provider has answered. `expires_at` is in monotonic time. */
  used_challenge: { challenge_hash: Buffer; expires_at: number }
  /** A pending redirect to the identity provider, and the hash of its `state` parameter. */
  identity_check: { session_hash: Buffer; state_hash: Buffer; expires_at: number }
  /** The account that a person verified. Of the person only a keyed hash is stored. */
  verified_identity: { identity_hash: Buffer; channel_id: string; verified_at: number }
  /** The link of an account to a provider with which its person signs in. */
  provider_link: {
    identity_hash: Buffer
    channel_id: string
    issuer: string
    created_at: number
    last_used_at: number | null
  }
  channel: {
    id: string
    name: string
    verified_mark: boolean
    chat_channel_id: string
    created_at: number
    /** Set while the account is suspended, and once it is deleted. */
    ended_at: Generated<number | null>
    name_spellings: Generated<string[] | null>
    /** Null: since it was created. */
    named_at: Generated<number | null>
    replaced_name: Generated<string | null>
  }
  channel_picture: { channel_id: string; id: string; type: 'image/png' | 'image/jpeg'; bytes: Buffer }
  /** `months`: of a subscription, from which a sender has it; 0 for everyone. */
  channel_upload: {
    id: string
    channel_id: string
    kind: UploadKind
    name: string
    months: number
    type: string
    bytes: Buffer
  }
  channel_profile: {
    channel_id: string
    introduction: string
    links: ColumnType<ChannelLink[], string, string>
  }
  /** A short address. `released_at`: when the channel took another one. */
  channel_handle: { skeleton: string; handle: string; channel_id: string; released_at: number | null }
  /** Somebody who gets a mail when a followed channel goes live. */
  live_bell: { channel_id: string; follower_channel_id: string; created_at: number }
  live_mail_off: { channel_id: string }
  /** A live whose start is announced. `mailed_until`: mails were written to the people up to this one; null: to all. */
  live_notice: {
    live_id: number
    channel_id: string
    created_at: number
    is_public: boolean
    mailed_until: string | null
  }
  /** The chat service to which the starts of a channel's lives are posted, and the last message. */
  live_hook: {
    channel_id: string
    id: string
    host: string
    sealed: Buffer
    created_at: number
    state: Generated<'NEW' | 'WAITING' | 'SENT' | 'FAILED'>
    live_id: Generated<number | null>
    attempts: Generated<number>
    next_attempt_at: Generated<number | null>
    lease_expires_at_db: Generated<Date | null>
    tried_at: Generated<number | null>
    failure: Generated<string | null>
  }
  channel_manager: {
    channel_id: string
    manager_channel_id: string
    user_role: ManagerRole
    created_at: number
  }
  /** `position` numbers the followers of a channel in order of arrival. The database assigns it. */
  channel_follower: {
    channel_id: string
    follower_channel_id: string
    created_at: number
    position: Generated<number>
  }
  channel_subscriber: {
    channel_id: string
    subscriber_channel_id: string
    tier_no: number
    month: number
    created_at: number
    position: Generated<number>
  }
  /** Number of list members with a position in [bucket << span, (bucket + 1) << span). Maintained by triggers. */
  audience_tally: {
    channel_id: string
    list: 'followers' | 'subscribers'
    month: number
    span: number
    bucket: number
    members: number
  }
  /** Views of the totals. A channel that never had a follower or subscriber has no row. */
  follower_count: { channel_id: string; followers: number }
  subscriber_count: { channel_id: string; subscribers: number }
  category: {
    id: string
    type: CategoryType
    name_ko: string
    name_en: string
    poster_image_url: string | null
  }
  /** Incremented by a trigger with every change of the categories. */
  category_version: { singleton: Generated<boolean>; version: number }
  app: {
    client_id: string
    name: string
    redirect_uri: string
    owner_channel_id: string | null
    /** Null for an application of a person or of the platform. */
    team_id: Generated<string | null>
    organization_id: string | null
    wire_profile: WireProfile | null
    header_prefix: string | null
    /** Whether a token request must send the state of its authorization code. Gap 10. Set in the database only. */
    strict_state: Generated<boolean>
    created_at: number
    /** When the owner was warned that the unused application will be deleted. Cleared by the next use. */
    warned_at: Generated<number | null>
    /** Soft deletion: an operator can restore the application. */
    deleted_at: Generated<number | null>
    restored_at: Generated<number | null>
    /** Null while it has the scopes that it was registered with. */
    scopes_changed_at: Generated<number | null>
    /** Set while the people who run the site have disabled the application. */
    disabled_at: Generated<number | null>
    disabled_reason: Generated<string | null>
    name_locked_until: Generated<number | null>
  }
  /** Applications that are neither deleted nor disabled, and whose owner has not ended. */
  active_app: Tables['app']
  /** A client secret: looked up by hash, and encrypted with the program key because it signs webhook requests. */
  app_secret: {
    hash: Buffer
    client_id: string
    sealed: Buffer
    created_at: number
    expires_at: number | null
  }
  /** Calls and deliveries of an application in a step of time, by operation and result. See the migration. */
  app_traffic: {
    client_id: string
    kind: 'call' | 'delivery'
    step_sec: number
    at: number
    operation: string
    status: number
    code: string
    count: number
    last_at: number
    latency: number[]
  }
  /** Calls per application and scope. The scope '' counts calls that require no scope. */
  app_usage: {
    client_id: string
    scope: string
    calls: number
    first_used_at: number
    last_used_at: number
  }
  grant_usage: { grant_id: string; first_used_at: number; last_used_at: number }
  /** See the migration. Failed sign-ins are summed, so `count` may be more than 1; `last_at` is the time of the last one. */
  audit_log: {
    position: Generated<number>
    action: AuditAction
    at: number
    count: Generated<number>
    last_at: number
    actor_kind: AuditActorKind
    actor_id: string | null
    channel_id: string | null
    client_id: string | null
    network: string | null
    trace_id: string | null
    detail: ColumnType<Record<string, unknown>, string>
    written_at_db: ColumnType<Date, never, never>
  }
  /** When the sweep of idle applications last ran. One row. */
  idle_sweep: { singleton: Generated<boolean>; last_run_at: number | null }
  /** Periods that do not count as idle time: no sweep ran, or the clock was moved past them. */
  unobserved_time: { began_at: number; ended_at: number }
  /** A company approved by an operator, and its representative. */
  organization: {
    id: string
    name: string
    channel_id: string | null
    approved_at: number
    team_id: Generated<string | null>
  }
  /** An organization that a person asks to be approved. See the migration. */
  organization_request: {
    id: string
    channel_id: string
    organization_id: string
    name: string
    note: string
    created_at: number
    declined_at: Generated<number | null>
    answer: Generated<string | null>
    /** Counts once it is decided. */
    outcome: Generated<OrganizationOutcome>
  }
  team: { id: string; name: string; created_at: number }
  team_member: { team_id: string; channel_id: string; role: TeamRole; created_at: number }
  /** Who may use an application, and as what. See the migration. */
  app_member: { client_id: string; channel_id: string; role: TeamRole }
  /** `expires_at` is in monotonic time. */
  team_invitation: {
    id: string
    team_id: string
    role: TeamRole
    token_hash: Buffer
    invited_by: string
    created_at: number
    expires_at: number
  }
  app_scope: { client_id: string; scope: string; position: number }
  /**
   * The consent of a user to an application. Deleting it deletes its codes, tokens and subscriptions.
   * `scopes_changed_at` is null while it has the scopes that it was created with.
   */
  user_grant: {
    id: string
    client_id: string
    channel_id: string
    created_at: number
    scopes_changed_at: Generated<number | null>
  }
  user_grant_scope: { grant_id: string; scope: string; position: number }
  authorization_code: {
    hash: Buffer
    grant_id: string
    redirect_uri: string
    state: string
    created_at: number
    expires_at: number
    used_at: number | null
  }
  access_token: { hash: Buffer; grant_id: string; created_at: number; expires_at: number }
  refresh_token: Tables['access_token'] & { used_at: number | null }
  revoked_credential: {
    hash: Buffer
    client_id: string
    cause: RevocationCause
    revoked_at: number
    expires_at: number
  }
  chat_message: {
    id: string
    channel_id: string
    sender_channel_id: string
    content: string
    message_time: number
    hidden_at: number | null
    hidden_by: string | null
    position: Generated<number>
    reply_to: string | null
    reply_to_time: number | null
  }
  /** A channel without a row has the defaults. */
  chat_settings: {
    channel_id: string
    available_condition: Generated<'NONE' | 'REAL_NAME'>
    available_group: Generated<'ALL' | 'FOLLOWER' | 'MANAGER' | 'SUBSCRIBER'>
    min_follower_minute: Generated<number>
    allow_subscriber_in_follower_mode: Generated<boolean>
    slow_mode_sec: Generated<number>
    emoji_mode: Generated<boolean>
    blocked_words: Generated<string[]>
    /** Pages do not show messages up to this time, which are older than those that a clear hid. */
    cleared_until: Generated<number>
  }
  /** The notice of a channel's chat. `message_id` is null if it was entered as text. */
  chat_notice: { channel_id: string; message_id: string | null; content: string; created_at: number }
  /** When a viewer last sent a message to a chat in slow mode. */
  slow_mode: { channel_id: string; sender_channel_id: string; last_sent_at: number }
  channel_restriction: { channel_id: string; restricted_channel_id: string; created_at: number }
  temporary_restriction: Tables['channel_restriction'] & { restricted_by: string; release_at: number }
  /** Play money. A channel without a row has the initial balance. */
  wallet: { channel_id: string; balance: number }
  /**
   * `event` is the event as sent to sessions. `position` numbers a channel's donations from 1 without gaps, in the order in
   * which they become visible. `total` is the sum of their amounts up to this position. The database assigns both.
   */
  donation: {
    id: string
    channel_id: string
    donator_channel_id: string | null
    pay_amount: number
    event: ColumnType<DonationEvent, string>
    created_at: number
    position: Generated<number>
    total: Generated<number>
    hidden_at: number | null
  }
  subscription_event: {
    id: string
    channel_id: string
    /** Null when the subscriber deleted the account. */
    subscriber_channel_id: string | null
    event: ColumnType<SubscriptionEventPayload, string>
    created_at: number
    position: Generated<number>
    /** The gift to which the subscription belongs. */
    gift_id: Generated<string | null>
  }
  /** The giver is null when that account was deleted. */
  subscription_gift: {
    id: string
    channel_id: string
    giver_channel_id: string | null
    count: number
    created_at: number
    anonymous: Generated<boolean>
  }
  /** A process that holds sockets. When its lease expires, its sessions end. */
  gateway: { id: string; lease_expires_at_db: ColumnType<Date> }
  session: {
    key: string
    client_id: string
    /** Null for a client session. */
    owner_channel_id: string | null
    ticket_hash: Buffer
    issued_at: number
    ticket_expires_at: number
    connected_at: number | null
    disconnected_at: number | null
    gateway_id: string | null
  }
  /** `id` distinguishes a subscription from an earlier one of the same event. The database assigns it. */
  session_subscription: {
    session_key: string
    /** When the session ended: the partition of its subscriptions. */
    session_ended_at: Generated<number | null>
    event_type: string
    channel_id: string
    grant_id: string
    scope: string
    id: Generated<number>
  }
  /**
   * `rewound_ms` is the total by which the sandbox moved the clock back, `monotonic_now` the last stored value of the
   * monotonic clock. One row.
   */
  platform_clock: {
    singleton: boolean
    offset_ms: number
    rewound_ms: Generated<number>
    monotonic_now: Generated<number>
  }
  /** `mode`: of the first start, null before it. `sealed_data_key` is sealed with the program key. One row. */
  installation: {
    singleton: Generated<boolean>
    mode: 'sandbox' | 'production' | null
    sealed_data_key: Buffer
    last_backup_at: number | null
    last_backup_copy_at: number | null
  }
  /** A person who may watch a channel for listed people. */
  listed_watcher: { channel_id: string; watcher_channel_id: string; created_at: number }
  /** Live settings. `default_live_title` is null until the channel sets one. */
  live_setting: {
    channel_id: string
    default_live_title: string | null
    category_id: string | null
    tags: Generated<string[]>
    adult: Generated<boolean>
    audience: Generated<Audience>
    watch_password_hash: Buffer | null
    watch_version: Generated<number>
    is_recorded: Generated<boolean>
    allows_clips: Generated<boolean>
    block_reason: string | null
    block_ends_at: number | null
  }
  /**
   * A live. `closed_at` is null while it is live, and then `title` and `category_id` are those of the settings. A channel
   * has at most one live.
   */
  live: {
    id: Generated<number>
    channel_id: string
    simulated_viewers: number
    opened_at: number
    closed_at: number | null
    title: string | null
    category_id: string | null
    was_limited: Generated<boolean>
    adult_by_site: Generated<boolean>
  }
  fresh_live_picture: Omit<Tables['live_picture'], 'channel_id'>
  live_sample: { live_id: number; at: number; viewers: number; messages: number }
  /** The picture that a channel chose for its lives. */
  live_thumbnail: {
    channel_id: string
    id: string
    type: 'image/png' | 'image/jpeg'
    bytes: Buffer
  }
  /** A JPEG of what a live shows. The view `fresh_live_picture` has those of the last minutes. */
  live_picture: {
    live_id: number
    channel_id: string
    id: string
    version: Generated<number>
    bytes: Buffer
    taken_at_db: ColumnType<Date>
  }
  /** All samples of a live. */
  live_sum: {
    live_id: number
    peak_viewers: number
    viewer_minutes: number
    minutes: number
    messages: number
  }
  /** The samples of a channel in the 15 minutes from `at`. */
  viewer_quarter: {
    channel_id: string
    at: number
    peak_viewers: number
    viewer_minutes: number
    minutes: number
    messages: number
  }
  /** The video of a live that this platform carries. See the migration. */
  live_video: {
    live_id: number
    playback_id: string
    owner: string
    media_url: string
    token_hash: Buffer | null
    source: 'page' | 'encoder' | 'test'
    state: 'starting' | 'live' | 'interrupted'
    watch_version: Generated<number>
    lease_expires_at_db: ColumnType<Date>
  }
  running_process: {
    name: string
    roles: string
    version: string
    is_bus_up: boolean
    seen_at_db: ColumnType<Date>
    encoder_url: Generated<string | null>
  }
  /** An origin from which a process serves video. */
  media_origin: { origin: string; seen_at_db: ColumnType<Date> }
  /** A recording of a live in the folder of a process. `spans`: pairs of a position and its time, in milliseconds. */
  recording: {
    id: string
    live_id: number
    channel_id: string
    playback_id: string
    owner: string
    media_url: string
    is_limited: boolean
    audience: Generated<Audience>
    started_at: number
    ended_at: number | null
    duration_ms: Generated<number>
    bytes: Generated<number>
    spans: ColumnType<[position: number, date: number][], string, string>
    picture: Generated<Buffer | null>
  }
  /** A minute of a live. `duration_ms` is 0 until the process of the live has made it. */
  clip: {
    id: string
    channel_id: string
    live_id: number
    created_by: string
    playback_id: string
    media_url: Generated<string | null>
    is_limited: boolean
    audience: Generated<Audience>
    created_at: number
    duration_ms: Generated<number>
    bytes: Generated<number>
    picture: Generated<Buffer | null>
  }
  /** Where lives are sent too. `sealed`: the stream key there, encrypted with the program key. `status` is of `status_live_id`. */
  restream_target: {
    id: string
    channel_id: string
    name: string
    url: string
    sealed: Buffer
    is_enabled: boolean
    created_at: number
    version: Generated<number>
    status_live_id: number | null
    status: ColumnType<RestreamStatus | null, never, null>
  }
  stored_file: {
    id: string
    bytes: number | null
    uploader: string
    lease_expires_at_db: Date
  }
  encoder_cut: {
    id: Generated<number>
    channel_id: string
    was_live: boolean
    sealed: Buffer | null
    attempts: Generated<number>
    cut: Generated<number>
    failure: string | null
    created_at: number
    next_attempt_at: number
    ended_at: number | null
  }
  /** A plan of a streamer. `local_start` is a local time of `time_zone`, without one. `cancelled_days`: local days. */
  scheduled_live: {
    id: string
    channel_id: string
    title: string
    category_id: string | null
    local_start: string
    time_zone: string
    is_weekly: boolean
    length_min: number | null
    cancelled_days: string[]
    next_at: number
    created_at: number
  }
  /** The private key is sealed. There is one row. */
  push_key: { singleton: Generated<boolean>; public_key: string; sealed: Buffer }
  push_subscription: {
    session_hash: Buffer
    id: string
    endpoint_hash: Buffer
    origin: string
    sealed: Buffer
    created_at: number
  }
  push_notice: {
    subscription_id: string
    live_id: number
    attempts: Generated<number>
    next_attempt_at: number
    lease_expires_at_db: Generated<Date | null>
  }
  poll: {
    id: string
    channel_id: string
    question: string
    options: string[]
    votes: number[]
    created_at: number
    ends_at: number
  }
  /** `option` is an index. */
  poll_vote: { poll_id: string; voter_channel_id: string; option: number }
  /** Looked up by hash when a live starts. `sealed` is encrypted with the program key. */
  stream_key: { channel_id: string; hash: Buffer; sealed: Buffer; created_at: number }
  /**
   * A viewer's presence, until `expires_at_db`. `category_id` is the category at the last report; `watched_since` is when
   * the viewer began to watch it without interruption.
   */
  live_viewer: {
    live_id: number
    viewer_id: string
    expires_at_db: ColumnType<Date>
    category_id: string | null
    last_seen_at: number | null
    watched_since: number | null
  }
  /** A drops campaign for a category. It has no end while `ends_at` is null. `channel_ids` is null for all channels. */
  campaign: {
    id: string
    client_id: string
    category_id: string
    title: string
    external_id: string | null
    details_url: string | null
    channel_ids: string[] | null
    is_draft: Generated<boolean>
    starts_at: number
    ends_at: number | null
    created_at: number
  }
  reward: {
    id: string
    campaign_id: string
    name: string
    position: number
    watch_minutes: number
    external_id: string | null
    picture_id: string | null
  }
  reward_picture: {
    id: string
    client_id: string
    type: 'image/png' | 'image/jpeg'
    bytes: Buffer
    created_at: number
  }
  /** A claimed reward. `position` numbers the claims in order of arrival. The database assigns it. */
  claim: {
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
  /**
   * A webhook endpoint. A registered webhook has the client id as its id, and no name. `failing_since` is the first failure
   * after the last success.
   */
  webhook_endpoint: {
    id: string
    client_id: string
    name: string | null
    url: string
    status: Generated<WebhookStatus>
    status_reason: Failure<WebhookDisabledCode> | null
    created_at: number
    changed_at: number
    failing_since: number | null
    channel_ids: Generated<string[]>
    campaign_ids: Generated<string[]>
    mailed_failing_since: Generated<number | null>
  }
  /** A secret of a further endpoint. The last one has no `expires_at`. */
  webhook_secret: {
    position: Generated<number>
    endpoint_id: string
    sealed: Buffer
    expires_at: number | null
  }
  /**
   * A notification. `body` is null until the first attempt starts; `attempts` counts started attempts. `lease` identifies
   * the worker that runs the current attempt. A worker whose lease has expired does not record its result.
   */
  webhook_delivery: {
    id: string
    client_id: string
    endpoint_id: string
    event_type: WebhookEvent
    event_data: string
    body: Buffer | null
    state: Generated<DeliveryState>
    attempts: Generated<number>
    created_at: number
    next_attempt_at: number | null
    ended_at: number | null
    /** The notification that this one resends. */
    resend_of: string | null
    is_test: Generated<boolean>
    /** The trace id of the request that caused the delivery. */
    trace_id: string | null
    lease: string | null
    lease_expires_at_db: ColumnType<Date | null>
    position: Generated<number>
    claim_id: ColumnType<string | null, never, never>
  }
  /** An HTTP request, inserted before it is sent. `outcome` is null while it is in flight. */
  webhook_attempt: {
    delivery_id: string
    delivery_ended_at: number | null
    retry_no: number
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
  /** A test receiver for webhooks: how it responds, and the number of requests received. */
  sink: {
    name: string
    status: Generated<number>
    delay_ms: Generated<number>
    fail_first: Generated<number>
    fail_status: Generated<number>
    received: Generated<number>
    last_used_at_db: Generated<ColumnType<Date>>
  }
  fault_plan: {
    id: string
    is_current: Generated<boolean>
    preset: FaultPreset | null
    seed: string
    rules: ColumnType<unknown, string, string>
    counts: ColumnType<{ matched: number; injected: number; remembered: number }[], string, string>
  }
  fault_subject: {
    plan_id: string
    rule_index: number
    subject: Buffer
  }
  sink_request: {
    sink: string
    number: number
    received_at: number
    headers: string
    body: Buffer
    response_status: number
  }
  /** Watch time per viewer and campaign. Time before `counted_until` is already counted. */
  campaign_progress: { channel_id: string; campaign_id: string; watched_ms: number; counted_until: number }
  /** A record of the inspector. `position` is assigned by the database. `detail` is JSON. */
  inspector_record: {
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
    wire_profile: WireProfile | null
    fault: string | null
    /** Null for a record of one session or none. */
    receivers_id: string | null
    /** The last position of a record with receivers. */
    last_position: number | null
    detail: string
    is_anonymous: Generated<boolean>
    written_at_db: Generated<ColumnType<Date>>
  }
  inspector_receivers: {
    id: string
    session_keys: string[]
    used_at_db: ColumnType<Date>
  }
}

/** The subject as the server saw it at the first report. Fields of other kinds are null. */
export type ReportSnapshot = {
  name: string
  channelName: string | null
  content: string | null
  sentAt: number | null
  liveId: number | null
  liveTitle: string | null
  categoryName: string | null
  redirectHost: string | null
}

/** UNKNOWN: the process ended before it recorded the result. */
export type AttemptOutcome = 'DELIVERED' | 'REFUSED' | 'FAILED' | 'UNKNOWN'
