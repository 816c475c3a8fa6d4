import { fillTemplate, type ParamNamesIn } from './text-template.ts'
import { webhookAddressCodes } from './webhook-address-codes.ts'

/**
 * Every error code with its English text, which the sandbox and the command line show. `{…}` is a parameter. The console
 * gets the code with its parameters and translates it. Decision 8.
 */
export const errorCodes = {
  // Requests.
  NO_SUCH_PATH: 'no such path',
  DOUBLE_SLASH: 'the path begins with //; end the base URL without a slash',
  NO_SUCH_METHOD: 'the path does not support this method',
  REQUEST_TIMEOUT: 'the request timed out',
  UNREADABLE_REQUEST: '{problem}',
  BODY_TOO_LARGE: 'the body is too large',
  BODY_INCOMPLETE: 'the body ended early: {problem}',
  BODY_NOT_JSON: 'the body must be JSON',
  JSON_SENT_AS_FORM: 'the body is JSON, and its Content-Type is a form; send Content-Type: application/json',
  TOO_MANY_FIELDS: 'the form has more than {most} fields',
  NOT_UTF8: 'the query or the body is not UTF-8',
  BODY_TOO_COMPLEX: 'the body has more than {values} values or {levels} levels of lists and objects',
  BODY_NOT_AN_OBJECT: 'the body must be a JSON object',
  SEVERAL_HOSTS: 'more than one Host header',
  UNKNOWN_HOST:
    'the Host header names no host of this server: use the address that it printed when it started, or add the name to ONAIR_ALLOWED_HOSTS',
  SANDBOX_IS_PRIVATE:
    'this sandbox is private to its machine, and a proxy or a tunnel forwarded the request from another: set ONAIR_SANDBOX_PUBLIC=true, ONAIR_TRUST_PROXY=true and ONAIR_BASE_URL to the URL that people open',
  WRONG_HOST: 'only {host} serves this path',
  FOREIGN_ORIGIN: 'pages of another origin may not use the sandbox',
  SANDBOX_SECRET_MISSING: 'this sandbox is public: its secret is missing or wrong',
  CROSS_SITE_FORM: 'the form was sent from another site',
  CSRF_TOKEN_MISSING: 'the form has no CSRF token of this browser',
  CROSS_SITE_REQUEST: 'the request was sent from another site',
  CONTENT_TYPE_NOT_JSON: 'Content-Type must be application/json',
  QUOTA_EXCEEDED: 'the quota is exceeded; try again after the seconds in Retry-After',
  TOO_MANY_ACTIONS: 'too many actions of this kind; try again in {seconds} seconds',
  SERVER_BUSY: 'the server is busy; try again after the seconds in Retry-After',

  // Credentials.
  NOT_SIGNED_IN: 'not signed in',
  SITE_ROLE_MISSING: 'only for people with the role {role} in running this site',
  HAS_SITE_ROLE: 'the person has a role in running this site: only an operator may do this',
  OWN_ACCOUNT: 'is your own account: use the pages of the account',
  NETWORK_BLOCKED: 'this network is blocked on this site',
  DEVICE_BLOCKED: 'this browser is blocked on this site',
  DEVICES_NOT_BLOCKED: 'no browser of this person is blocked',
  TOO_MANY_DEVICE_BLOCKS: 'the browsers of too many people are blocked: end the block of some first',
  INVITATION_ENDED: 'the invitation has ended',
  NO_SUCH_NOTE: 'the caller has no such note about this person',
  TOO_MANY_NOTES: 'there are at most {most} notes about a person; delete one first',
  NO_SUCH_HOLD: 'no such hold',
  TOO_MANY_HOLDS: 'there are at most {most} holds; lift one first',
  NO_SUCH_INVITATION: 'no such invitation',
  TOO_MANY_INVITATIONS: 'too many invitations can be used; end one first',
  TERMS_NOT_ACCEPTED: 'the person must accept the terms of the site first',
  OWN_NETWORK: 'is the network that you use yourself',
  NETWORK_NOT_BLOCKED: 'the network is not blocked',
  INVALID_NETWORK: 'must be an address, or a network in CIDR notation: IPv4 from /16, IPv6 from /32',
  TOO_MANY_NETWORKS: 'too many networks are blocked: end the block of one first',
  NO_SITE_ROLE: 'the person has no role in running this site',
  LAST_OPERATOR: 'the last operator keeps the role: make another person an operator first',
  SITE_LINK_ENDED: 'the link was used, or has expired',
  ALREADY_REPORTED: 'you have reported this already, and it is not decided yet',
  REPORTED_OFTEN: 'many people have reported this already, and it is not decided yet',
  NO_SUCH_REPORT: 'no such report',
  REPORT_TAKEN: 'another person has taken this report',
  REPORT_DECIDED: 'this report was decided already',
  NO_CLIENT_HEADERS: 'Client-Id and Client-Secret are missing',
  NO_BEARER_TOKEN: 'no Authorization header of the form "Bearer <token>"',
  SPACES_AFTER_BEARER: 'more than one space after Bearer',
  UNKNOWN_CLIENT: 'unknown client id or wrong secret',
  WRONG_SECRET: 'the client secret of {app} ({clientId}) is another one',
  SECRET_REPLACED: 'the client secret of {app} ({clientId}) was replaced at {date}',
  TOO_MANY_WRONG_SECRETS: 'too many wrong client secrets; try again after the seconds in Retry-After',
  TOO_MANY_UNKNOWN_CREDENTIALS:
    'too many unknown credentials from this network; try again after the seconds in Retry-After',
  UNKNOWN_TOKEN: 'unknown token',
  TOKEN_EXPIRED: 'the access token of {app} ({clientId}) for the channel {channelId} expired at {date}',
  TOKEN_EXPIRED_BY_CLOCK:
    'the access token of {app} ({clientId}) for the channel {channelId} expired at {date}; the clock of the sandbox is {aheadSeconds} s ahead of real time',
  TOKEN_STAYS_EXPIRED:
    'the access token of {app} ({clientId}) for the channel {channelId} expired when the clock of the sandbox was past {date}; moving it back does not make it valid',
  TOKEN_REVOKED: 'what {app} ({clientId}) sent was revoked at {date}: {cause}',
  REUSE_DETECTED: 'the {kind} was used twice: everything that was issued for this consent was revoked',
  TOKEN_NO_LONGER_VALID: 'the token is no longer valid',
  EXCHANGE_REJECTED: 'the {kind} was rejected: {problem}',
  EXCHANGE_FIELD_MISSING: '{name} is missing',
  SCOPE_MISSING: 'the scope {scope} is missing',
  SCOPE_REVOKED: 'the scope was revoked',

  // Values of any field.
  MISSING: 'is required',
  MISSPELLED_FIELD: 'is unknown; did you mean {known}?',
  UNKNOWN_FIELD: 'is unknown; the known fields are {known}',
  WRONG_TYPE: 'must be {type}',
  TOO_SMALL: 'must be >= {least}',
  TOO_LARGE: 'must be <= {most}',
  TOO_FEW_ITEMS: 'must have at least {least} items',
  TOO_MANY_ITEMS: 'must have at most {most} items',
  NOT_ALLOWED: 'must be equal to one of the allowed values',
  PATTERN_MISMATCH: 'must match pattern "{pattern}"',
  INVALID_VALUE: 'is invalid',
  NOT_WELL_FORMED: 'is not well-formed Unicode',
  CONTAINS_NUL: 'contains NUL',
  EMPTY: 'is empty',
  TOO_LONG: 'must have at most {most} characters',
  TOO_SHORT: 'must have at least {least} characters',
  INVALID_DATE: 'must be an RFC 3339 date with a time zone',
  DAY_NOT_KEPT: 'must be within the last {days} days, which are kept',
  INVALID_TIME_ZONE: 'must be a time zone such as Asia/Seoul',
  INVALID_CURSOR: 'is not a cursor of an earlier response',

  // Accounts and people.
  INVISIBLE_CHARACTERS: 'contains invisible characters',
  INVALID_EMAIL: 'is not an email address',
  EMAIL_TAKEN: 'is already in use',
  MAIL_DOMAIN_REFUSED: 'has a domain that the site does not accept',
  COMMON_PASSWORD: 'is one of the most common passwords',
  WRONG_PASSWORD: 'is wrong',
  TOO_MANY_WRONG_PASSWORDS: 'too many wrong passwords; try again in {seconds} seconds',
  CODE_REQUIRED: 'is required: two-step verification is on',
  WRONG_CODE: 'is wrong, or was used before',
  AUTHENTICATOR_ON: 'two-step verification is on',
  AUTHENTICATOR_OFF: 'two-step verification is off',
  NO_PASSKEYS_HERE: 'browsers keep no passkeys for the address of this site',
  INVALID_PASSKEY: 'is not a passkey that answers this request',
  TOO_MANY_PASSKEYS: 'an account can have at most {most} passkeys',
  NO_SUCH_PASSKEY: 'the account has no such passkey',
  SECOND_FACTOR_MISSING: 'running this site needs two-step verification or a passkey: set it up in the account first',
  SECOND_FACTOR_REQUIRED: 'use the second factor first: this session was signed in without it',
  NO_SECOND_FACTOR: 'the account {channelId} has no second factor',
  NO_SUCH_PROVIDER: 'people do not sign in here with this provider',
  PROVIDER_UNAVAILABLE: 'the provider does not respond',
  PROVIDER_LINKED: 'the account is linked to this provider already',
  PROVIDER_NOT_LINKED: 'the account is not linked to this provider',
  PROVIDER_CANNOT_CONFIRM: 'the provider cannot show that a person signed in again',
  LAST_SIGN_IN: 'nothing else signs in to this account: set a password first, or add a passkey',
  HAS_PASSWORD: 'the account has a password: enter it',
  PASSWORD_REQUIRED: 'enter the password again: it was last entered more than 10 minutes ago',
  NO_SUCH_WEB_SESSION: 'the account has no such session',
  NO_SUCH_ACCOUNT: 'no account {channelId}',
  ACCOUNT_WAITING: 'the account {channelId} waits for approval',
  ACCOUNT_SUSPENDED: 'the account {channelId} is suspended',
  ACCOUNT_NOT_SUSPENDED: 'the account {channelId} is not suspended',
  NO_VERIFIED_ACCOUNT: 'no account {channelId} with a verified identity',

  // Applications and their webhooks.
  NO_SUCH_APP: 'no such application',
  NOT_YOUR_APP: 'you have no such application',
  APP_DISABLED: 'the application is disabled already',
  APP_NOT_DISABLED: 'the application is not disabled',
  NO_SUCH_REQUEST: 'no such request',
  TOO_MANY_REQUESTS: 'too many requests wait for a decision; try again later',
  TEAM_ROLE_MISSING: 'needs the role {role} in the team',
  NOT_YOUR_TEAM: 'you have no such team',
  NO_SUCH_MEMBER: 'the team has no such member',
  ALREADY_MEMBER: 'you are a member of this team already',
  LAST_TEAM_OWNER: 'the last owner of a team keeps the role: make another member an owner first',
  TEAM_FULL: 'a team can have at most {most} members',
  TOO_MANY_TEAMS: 'a person can be in at most {most} teams',
  TEAM_NOT_EMPTY: 'the team has {count} applications and organizations: transfer or delete them first',
  TEAMS_NEED_OWNER:
    'you are the last owner of teams with other members: make one of them an owner first, or remove them: {teams}',
  NOT_YOUR_ORGANIZATION: 'you do not represent this organization alone, and are no owner of its team',
  APP_NOT_CONNECTED: 'no such application has access to your account',
  NO_DELETED_APP: 'no deleted application "{clientId}"',
  NO_GRANT: 'no grant of this channel for this application',
  TOO_MANY_APPS: 'an account or a team can have at most {most} applications',
  NAME_WITHOUT_LETTER: 'contains no letter or digit',
  OFFICIAL_NAME: 'contains the official name "{word}"',
  REFUSED_WORD: 'contains the refused word "{word}"',
  LOOKS_LIKE_NAME: 'looks like the name "{name}" of a verified channel, or of a person who runs the site',
  MIXED_SCRIPTS: 'mixes characters of different scripts: {scripts}',
  /** This code is for redirect URIs, which may have a private scheme; INVALID_URL is for webhooks. */
  NOT_ABSOLUTE_URL: 'is not an absolute URL',
  URL_WITHOUT_SCHEME: 'has no scheme; did you mean {url}?',
  URL_CHARACTER_NOT_ALLOWED: 'must not contain a space, a backslash, a wildcard, a control or an invisible character',
  HTTP_NOT_ALLOWED: 'must use https; http is allowed for localhost, 127.0.0.1 and [::1]',
  SCHEME_NOT_ALLOWED: 'must use https or a scheme with a dot such as com.example.app:, not {scheme}',
  NOT_HTTPS_URL: 'is not an absolute URL with https',
  URL_WITH_FRAGMENT: 'must not have a fragment',
  URL_WITH_CREDENTIALS: 'must not contain a user name or password',
  NO_SUCH_SCOPE: 'no such scope "{scope}"',
  APP_LACKS_SCOPE: 'the application does not have the scope "{scope}"',
  DROPS_NEED_ORGANIZATION: 'the drops scope requires organizationId',
  NO_SUCH_ORGANIZATION: 'no approved organization has this id',
  NOT_REPRESENTATIVE:
    'is not the representative of this organization; an operator names it with onair organization approve',
  ORGANIZATION_OF_TEAM: 'a team represents the organization, and its applications stay in that team',
  TOO_MANY_SECRETS: 'two secrets are valid; revoke the older one first',
  NO_OLDER_SECRET: 'no older secret is valid',
  /** The webhook to delete does not exist. */
  NO_WEBHOOK: 'no webhook',
  /** A call needs the webhook of the application. */
  WEBHOOK_NOT_CONFIGURED: 'the application has no webhook',
  WEBHOOK_DISABLED: 'the webhook is disabled; enable it first',
  WEBHOOK_URL_MISSING: 'is required for a new webhook',
  NO_SUCH_ENDPOINT: 'the application has no webhook endpoint {endpointId}',
  TOO_MANY_ENDPOINTS: 'an application can have at most {most} webhook endpoints',
  ...webhookAddressCodes,
  NO_SUCH_DELIVERY: 'no such delivery {deliveryId}',
  DELIVERY_WAITING: '{deliveryId} is still waiting and will be sent automatically',
  DELIVERIES_NOT_SPECIFIED: 'either deliveryIds or since is required',
  INVALID_SINK_NAME: 'is not a valid sink name',
  NO_SUCH_SINK: 'no such sink; a public sandbox receives only requests to sinks that were set with PUT',

  // Overlays.
  OVERLAY_URL_REPLACED: 'the URL of this overlay was replaced or revoked',
  NO_IDENTITY_PROVIDER: 'this site verifies no identities, so no viewer could chat',
  NO_OVERLAY_URL: 'the overlay has no URL',
  OVERLAY_CHANGED: 'the overlay was changed at the same time; try again',

  // Video.
  VIDEO_IS_OFF: 'this platform does not carry video itself',
  STREAMING_FOR_APPROVED: 'this site lets only people stream whom an operator has approved',
  STREAMING_FOR_OPERATORS: 'only operators of this site stream',
  STREAMING_BLOCKED: 'the people who run this site do not let you stream until they lift it',
  STREAMING_BLOCKED_UNTIL: 'the people who run this site do not let you stream until {date}',
  STREAMING_NOT_BLOCKED: 'the people who run the site do not keep this person from streaming',
  STREAM_REQUEST_NOT_NEEDED: 'this site does not wait for an approval of the caller as a streamer',
  AGE_LIMIT_BY_SITE: 'the people who run the site have set the age limit of this live',
  LIVE_ELSEWHERE: 'the channel is live from another page or encoder; take over to end that one',
  TOO_MANY_VIDEOS: 'this server carries no more broadcasts at once; try again after the seconds in Retry-After',
  NOTHING_TO_PLAY_YET: 'the live has no picture yet',
  PLAYLIST_NOT_CONTINUED: 'no new picture has come in time',
  NO_SUCH_RECORDING: 'no such recording of the channel',
  NO_SUCH_CLIP: 'no such clip of the channel',
  CLIPS_NOT_ALLOWED: 'the channel allows no clips',
  TOO_MANY_CLIPS: 'the channel has {most} clips, or {own} of yours; delete some first',
  AGE_NOT_CONFIRMED: 'the channel is for adults: confirm the age',
  RTMP_URL_REQUIRED: 'must begin with rtmp:// or rtmps://',
  RESTREAM_ADDRESS_NOT_ALLOWED: 'no video is sent to the address {address}',
  RESTREAM_KEY_REQUIRED: 'a target with another address needs its stream key again',
  POLL_OPEN: 'a poll is open in this channel',
  NO_OPEN_POLL: 'no such poll is open',
  ALREADY_VOTED: 'this person has voted in the poll',
  EQUAL_OPTIONS: 'options of a poll must differ',
  NO_SUCH_SCHEDULED: 'no such entry of the schedule',
  TOO_MANY_SCHEDULED: 'a channel can have at most {most} entries in its schedule',
  START_IN_PAST: 'must be in the future',
  START_TOO_LATE: 'must be within a year',
  NO_SUCH_RESTREAM_TARGET: 'no such target of the channel',
  TOO_MANY_RESTREAM_TARGETS: 'a channel can have at most {most} targets',
  WATCH_NEEDS_SIGN_IN: 'the channel is private: sign in',
  WATCH_NEEDS_PASSWORD: 'the channel is private: enter its password',
  WATCH_FOR_FOLLOWERS: 'only followers may watch the channel',
  WATCH_FOR_SUBSCRIBERS: 'only subscribers may watch the channel',
  WATCH_FOR_LISTED: 'only people whom the streamer has listed may watch the channel',
  WRONG_WATCH_PASSWORD: 'this is not the password of the channel',
  NO_WATCH_PASSWORD: 'the channel has no password',
  OWNER_ALWAYS_WATCHES: 'the streamer may always watch',
  TOO_MANY_LISTED: 'a channel can list {most} people',

  // Sessions.
  NO_SUCH_SESSION: 'no such session',
  SESSION_NOT_CONNECTED: 'session is not connected',
  SESSION_OF_ANOTHER_USER: 'session belongs to another user',
  SESSION_FULL: 'session is full',
  TOO_MANY_SESSIONS: 'no more than {most} sessions at once for this {kind}',
  GATEWAY_NO_RESPONSE: 'the gateway did not confirm in time ({problem}); try again',

  // Channels and lives.
  NO_SUCH_CHANNEL: 'no such channel',
  NO_SUCH_USER: 'no such user',
  NAME_CHOSEN_BY_SITE: 'the people who run the site chose this name; another one can be chosen in {days} days',
  HANDLE_RESERVED: '{handle} is kept for the site',
  HANDLE_TAKEN: 'another channel has {handle}, or one that looks like it',
  HANDLE_CHANGED: 'the address was changed not long ago; choose another one in {days} days, or the one before again',
  NOT_FOLLOWING: 'the caller does not follow the channel',
  NO_WAY_FOR_NOTICES: 'neither a mail nor a browser can bring notices to the caller',
  NO_LIVE_HOOK: 'the channel has no chat service',
  CANNOT_FOLLOW_SELF: 'a channel cannot follow itself',
  OWNER_ALREADY_HAS_ROLE: 'the owner cannot have another role',
  TOO_MANY_MANAGERS: 'the channel has the maximum number of managers',
  NOT_LIVE: 'the channel is not live',
  NO_SUCH_CATEGORY: 'no such category',
  TYPE_WITHOUT_CATEGORY: 'categoryType requires categoryId',
  CATEGORY_TYPE_MISMATCH: 'the category has the type {type}',
  EMPTY_TAG: 'a tag is empty',
  INVALID_TAG_CHARACTERS: 'a tag contains white space or special characters',
  TAG_TOO_LONG: 'a tag is longer than {most} characters',
  TOO_MANY_TAGS: 'more than {most} tags',
  WRONG_INGEST_SECRET: 'the parameter secret is missing or differs from ONAIR_INGEST_SECRET of the server',
  INGEST_SECRET_NOT_SET:
    'ONAIR_INGEST_SECRET is not set, so only media servers on the machine of Onair may call this; set it to allow others',
  UNSUPPORTED_INGEST_ACTION: 'the only supported action is publish',
  NO_SUCH_STREAM_KEY: 'no such stream key',

  // Chats and restrictions.
  RESTRICTED: 'the sender is restricted in this channel',
  TEMPORARILY_RESTRICTED: 'the sender is restricted in this channel for {seconds} more seconds',
  CHAT_FOR_VERIFIED: 'only viewers who verified their identity may chat here',
  CHAT_FOR_MANAGERS: 'only managers may chat here',
  CHAT_FOR_SUBSCRIBERS: 'only subscribers may chat here',
  CHAT_FOR_FOLLOWERS: 'only followers may chat here',
  CHAT_FOR_LONGER_FOLLOWERS: 'only viewers who have followed for {minutes} minutes may chat here',
  ONLY_EMOTICONS: 'only emoticons may be sent here',
  EMOTICON_FOR_SUBSCRIBERS: 'the emoticon {name} is for subscribers',
  BLOCKED_WORD: 'the message contains a word that the channel blocks',
  SITE_WORD: 'the text contains a word that the site does not allow',
  SLOW_MODE: 'slow mode: one message in {seconds} seconds',
  NO_SUCH_CHAT: 'no such chat',
  NO_SUCH_MESSAGE: 'no such message in this chat',
  NO_SUCH_DONATION: 'no such donation to this channel',
  NOT_STREAMER_OF_CHAT: 'the caller is not the streamer of that chat',
  NOT_A_MODERATOR: 'the caller is neither the streamer nor a manager of that chat',
  STREAMER_MESSAGE: 'only the streamer may hide messages of the streamer',
  NOTICE_CONTENT_NOT_SPECIFIED: 'either message or messageId is required',
  IS_STREAMER: 'is the streamer, who cannot be restricted',
  IS_MANAGER: 'is a manager, who cannot be restricted; remove the role first',
  ALREADY_RESTRICTED: 'is already restricted',
  NOT_RESTRICTED: 'is not restricted',
  ALREADY_TEMPORARILY_RESTRICTED: 'is already temporarily restricted',
  NOT_TEMPORARILY_RESTRICTED: 'is not temporarily restricted',
  SUBSCRIPTION_NOT_RENEWABLE: 'the subscription can be renewed in {days} days',
  GIFT_ID_IN_USE: 'another gift has this id',
  TOO_FEW_RECEIVERS: 'only {count} people can get a subscription',
  CANNOT_GET_GIFT: 'the person subscribes already, or cannot get a subscription',
  INSUFFICIENT_BALANCE: 'the wallet has less than {amount}',

  // Drops.
  NO_SUCH_CAMPAIGN: 'this application has no such campaign',
  NO_SUCH_REWARD: 'no such reward',
  NO_SUCH_CLAIM: 'from must be the cursor of an earlier response',
  CATEGORY_WITH_CAMPAIGN: 'must not be combined with campaignId',
  END_BEFORE_START: 'must be after the start',
  END_IN_PAST: 'is in the past',
  END_TOO_EARLY: 'must be after the start and not in the past',
  CAMPAIGN_NOT_STARTED: 'the campaign has not started',
  CAMPAIGN_OVER: 'the campaign has ended',
  CAMPAIGN_STARTED: 'the campaign has started',
  CAMPAIGN_IS_DRAFT: 'the campaign is a draft; publish it first',
  CAMPAIGN_PUBLISHED: 'the campaign is not a draft',
  NO_SUCH_PICTURE: 'this application has no such picture',
  NOT_A_PICTURE: 'must be a PNG or a JPEG',
  PICTURE_TOO_LARGE: 'must have at most {kilobytes} KiB and {pixels} × {pixels} pixels',
  EXTERNAL_ID_IN_USE: 'has an external id that is already in use',
  WATCH_TIME_TOO_SHORT: 'watched {watched} of {required} minutes',

  // Uploads of streamers.
  NO_SUCH_UPLOAD: 'no such file',
  NOT_AN_UPLOAD_PICTURE: 'must be a PNG, a WebP or a GIF',
  NOT_A_SOUND: 'must be an Ogg, an MP3 or a WAV',
  SOUND_TOO_LARGE: 'must have at most {kilobytes} KiB',
  EMOTICON_OF_SITE: 'is the name of an emoticon that all channels have',
  BADGE_WITHOUT_MONTHS: 'must be the months of the badge',
  TOO_MANY_UPLOADS: 'a channel has at most {count}',

  // The sandbox and the inspector.
  TIME_OUT_OF_RANGE: 'must stay within the years 1970 to 9999',
  EVENT_NOT_SPECIFIED: 'is required if recordPosition is missing',
  APP_NOT_SPECIFIED: 'is required if sessionKey is missing',
  NO_SUCH_EVENT: 'no event at this recordPosition',
  FAULT_INJECTED: 'the fault plan of the sandbox injected {fault}',
  NO_SUCH_OPERATION: 'is not an operation of the API',
  CANNOT_BE_COPIED: 'this sandbox has no worlds and no snapshots, because its roles run in several processes',
  NO_SUCH_WORLD: 'no such world',
  TOO_MANY_WORLDS: '{most} worlds are open, which is the most; delete one, or raise ONAIR_WORLDS_MAX',
  NO_SUCH_SNAPSHOT: 'no such snapshot',
  TOO_MANY_SNAPSHOTS: 'there are {most} snapshots, which is the most; delete one first',
  SNAPSHOT_DAMAGED: 'the file is damaged or is not a snapshot of Onair',
  SNAPSHOT_OF_OTHER_VERSION: 'the snapshot is of Onair {version}, whose data this version cannot read',
  DATA_TOO_LARGE: 'the data is larger than {most} MB',
  DATA_SHARED:
    'other processes may use the data of this sandbox, so it cannot be replaced; open the snapshot as a world instead',
} as const

export type ErrorCode = keyof typeof errorCodes

export type ErrorParams<Code extends ErrorCode> = Readonly<
  Record<ParamNamesIn<(typeof errorCodes)[Code]>, string | number>
>
/** An error code without parameters. */
export type PlainErrorCode = {
  [Code in ErrorCode]: [ParamNamesIn<(typeof errorCodes)[Code]>] extends [never] ? Code : never
}[ErrorCode]

/** Why a call was refused: the code, its parameters, and the invalid field, if there is one. */
export type ErrorReason<Code extends ErrorCode = ErrorCode> = {
  [Each in Code]: { readonly code: Each; readonly params: ErrorParams<Each>; readonly field?: string }
}[Code]

/** A message for each error code: a text, or a function of its parameters. */
export type ErrorMessages<Code extends ErrorCode = ErrorCode> = {
  readonly [Each in Code]: Each extends PlainErrorCode ? string : (params: ErrorParams<Each>) => string
}

/** The message for a reason; undefined for a code that a newer version added. */
export function translateReason<Code extends ErrorCode>(
  messages: Partial<ErrorMessages<Code>>,
  { code, params }: ErrorReason<Code>,
): string | undefined {
  const message = (messages as Readonly<Record<string, unknown>>)[code]
  return typeof message === 'function' ? String(message(params)) : (message as string | undefined)
}

/** The English text of a reason, after the name of the field. */
export function formatReason({ code, params, field }: ErrorReason): string {
  const text = fillTemplate(errorCodes[code], params)
  // The field of a whole body has no name.
  return field === undefined || field === '' ? text : `${field}: ${text}`
}
