/**
 * Every reason for which a call is refused, by its name, with the text that logs and terminals give it; `{…}` is a value that
 * is told with it. Our own pages, and callers of a sandbox, are told the name and the values, and word them for their readers.
 */
export const errorCodes = {
  // What is asked, before anything is looked at.
  NO_SUCH_PATH: 'no such path',
  NO_SUCH_METHOD: 'the path has other methods',
  REQUEST_TIMEOUT: 'it took too long',
  UNREADABLE_REQUEST: '{problem}',
  BODY_TOO_LARGE: 'the body is too large',
  BODY_INCOMPLETE: 'the body ended early: {problem}',
  BODY_NOT_JSON: 'the body must be JSON',
  BODY_NOT_AN_OBJECT: 'the body must be a JSON object',
  WRONG_HOST: 'answered at {host} alone',
  FOREIGN_ORIGIN: 'a page of another origin may not use the sandbox',
  FOREIGN_HOST: 'the sandbox is asked under a name that is not its own',
  CROSS_SITE_FORM: 'a form of another site',
  CSRF_TOKEN_MISSING: 'a form without the token of this browser',
  CROSS_SITE_REQUEST: 'a page of another site',
  CONTENT_TYPE_NOT_JSON: 'a change without Content-Type: application/json',
  QUOTA_EXCEEDED: 'the quota is used up',

  // Who asks.
  NOT_SIGNED_IN: 'nobody is signed in',
  NO_CLIENT_HEADERS: 'Client-Id and Client-Secret are missing',
  NO_BEARER_TOKEN: 'no Authorization header of the form "Bearer <token>"',
  SPACES_AFTER_BEARER: 'more than one space after Bearer',
  UNKNOWN_CLIENT: 'wrong client id or secret',
  TOO_MANY_WRONG_SECRETS: 'too many wrong client secrets',
  UNKNOWN_TOKEN: 'unknown or expired token',
  TOKEN_NO_LONGER_VALID: 'the token is dead already',
  EXCHANGE_REJECTED: '{kind}: {problem}',
  EXCHANGE_FIELD_MISSING: '{name} is missing',
  SCOPE_MISSING: 'the scope {scope} is missing',
  SCOPE_REVOKED: 'the scope was taken away',

  // What is wrong with a value, whatever it is.
  MISSING: 'is missing',
  WRONG_TYPE: 'must be {type}',
  TOO_FEW_CHARACTERS: 'must not have fewer than {least} characters',
  TOO_MANY_CHARACTERS: 'must not have more than {most} characters',
  TOO_SMALL: 'must be >= {least}',
  TOO_LARGE: 'must be <= {most}',
  TOO_FEW_ITEMS: 'must not have fewer than {least} items',
  TOO_MANY_ITEMS: 'must not have more than {most} items',
  NOT_ALLOWED: 'must be equal to one of the allowed values',
  PATTERN_MISMATCH: 'must match pattern "{pattern}"',
  INVALID_VALUE: 'does not fit',
  NOT_WELL_FORMED: 'not well-formed',
  CONTAINS_NUL: 'holds NUL',
  EMPTY: 'empty',
  TOO_LONG: 'longer than {most} characters',
  TOO_SHORT: 'shorter than {least} characters',
  INVALID_DATE: 'must be RFC 3339, with a zone',
  INVALID_CURSOR: 'not a value of an answer before',
  CURSOR_EXPIRED: 'not one of ours, or too old',

  // Accounts and people.
  INVISIBLE_CHARACTERS: 'holds characters that cannot be seen',
  INVALID_EMAIL: 'not an email address',
  EMAIL_TAKEN: 'is taken',
  NO_SUCH_PERSON: 'there is no such person',
  NO_VERIFIED_ACCOUNT: 'there is no account {channelId} whose identity is verified',

  // Applications and their webhooks.
  NO_SUCH_APP: 'clientId: there is no such application',
  NOT_YOUR_APP: 'clientId: there is no such application of yours',
  APP_NOT_CONNECTED: 'clientId: there is no such application that you allowed',
  NO_DELETED_APP: 'there is no deleted application "{clientId}"',
  NO_GRANT: 'there is no grant between them',
  TOO_MANY_APPS: 'a person may have {most} applications',
  NAME_WITHOUT_LETTER: 'has no letter or digit',
  OFFICIAL_NAME: 'holds the official name "{word}"',
  REFUSED_WORD: 'holds the refused word "{word}"',
  NOT_ABSOLUTE_URL: 'is not an absolute URL',
  SCHEME_NOT_ALLOWED: 'may not use {scheme}',
  URL_WITH_FRAGMENT: 'may not have a fragment',
  URL_WITH_CREDENTIALS: 'may not hold a user name or password',
  NO_SUCH_SCOPE: 'there is no scope "{scope}"',
  APP_LACKS_SCOPE: 'the application does not have "{scope}"',
  APP_LACKS_DROPS: 'the application does not have the scope {scope}',
  DROPS_NEED_ORGANIZATION: 'the drops scope needs organizationId',
  NO_SUCH_ORGANIZATION: 'there is no approved organization of this id',
  NOT_OF_ORGANIZATION: 'is not verified for this organization',
  TOO_MANY_SECRETS: 'two secrets are good already; end the older one first',
  NO_OLDER_SECRET: 'there is no older secret',
  NO_WEBHOOK: 'there is no webhook',
  WEBHOOK_NOT_CONFIGURED: 'the application has no webhook',
  WEBHOOK_URL_MISSING: 'is missing, and there is none yet',
  INVALID_URL: 'not a URL',
  WEBHOOK_CREDENTIALS_NOT_ALLOWED: 'nothing is sent with a user name or password in the URL',
  WEBHOOK_SCHEME_NOT_ALLOWED: 'nothing is sent to the scheme {scheme}',
  WEBHOOK_PORT_NOT_ALLOWED: 'nothing is sent to the port {port}',
  WEBHOOK_ADDRESS_NOT_ALLOWED: 'nothing is sent to the address {address}',
  HOST_NOT_FOUND: 'the name has no address',
  NO_SUCH_NOTIFICATION: 'there is no notification {deliveryId}',
  NOTIFICATION_PENDING: '{deliveryId} still waits, and will be sent by itself',
  NOTIFICATIONS_NOT_SPECIFIED: 'either these or since must be given',
  INVALID_SINK_NAME: 'no sink can have this name',

  // Sessions.
  NO_SUCH_SESSION: 'there is no such session',
  SESSION_NOT_CONNECTED: 'session is not connected',
  SESSION_OF_ANOTHER_USER: 'session belongs to another user',
  SESSION_FULL: 'session is full',
  TOO_MANY_SESSIONS: 'no more than {most} sessions at once for this {kind}',
  GATEWAY_NO_RESPONSE: "the gateway's answer: {problem}",

  // Channels, broadcasts and what they show.
  NO_SUCH_CHANNEL: 'there is no such channel',
  NO_SUCH_USER: 'there is no such user',
  CANNOT_FOLLOW_SELF: 'nobody follows themselves',
  OWNER_ALREADY_HAS_ROLE: 'the owner has a role already',
  TOO_MANY_MANAGERS: 'the channel has as many managers as it may',
  NOT_LIVE: 'the channel is not live',
  NO_SUCH_CATEGORY: 'not a category',
  NO_CATEGORY: 'categoryId: there is no such category',
  TYPE_WITHOUT_CATEGORY: 'a type without a category',
  CATEGORY_TYPE_MISMATCH: 'the category is of the type {type}',
  EMPTY_TAG: 'an empty tag',
  INVALID_TAG_CHARACTERS: 'a tag with white space or special characters',
  TAG_TOO_LONG: 'a tag longer than {most} characters',
  TOO_MANY_TAGS: 'more than {most} tags',
  WRONG_INGEST_SECRET: 'not the ingest secret',
  INGEST_SECRET_NOT_SET: 'another machine, and no INGEST_SECRET is set',
  UNSUPPORTED_INGEST_ACTION: 'an action other than publish',
  NO_SUCH_STREAM_KEY: 'no such stream key',

  // Chats and who may take part.
  RESTRICTED: 'restricted in this channel',
  TEMPORARILY_RESTRICTED: 'restricted in this chat for {seconds} more seconds',
  CHAT_FOR_VERIFIED: 'only viewers who verified their identity may chat here',
  CHAT_FOR_MANAGERS: 'only managers may chat here',
  CHAT_FOR_SUBSCRIBERS: 'only subscribers may chat here',
  CHAT_FOR_FOLLOWERS: 'only followers may chat here',
  CHAT_FOR_LONGER_FOLLOWERS: 'only those who have followed for {minutes} minutes may chat here',
  ONLY_EMOTICONS: 'only emoticons may be sent here',
  SLOW_MODE: 'slow mode: one message in {seconds} seconds',
  NO_SUCH_CHAT: 'there is no such chat',
  NO_SUCH_MESSAGE: 'no such message in this chat',
  NOT_STREAMER_OF_CHAT: 'the caller is not the streamer of that chat',
  NOT_A_MODERATOR: 'the caller is neither the streamer nor a manager of that chat',
  STREAMER_MESSAGE: 'only the streamer hides what the streamer said',
  NOTICE_CONTENT_NOT_SPECIFIED: 'message or messageId is needed, and not both',
  IS_STREAMER: 'is the streamer',
  IS_MANAGER: 'is a manager',
  ALREADY_RESTRICTED: 'is restricted already',
  NOT_RESTRICTED: 'is not restricted',
  ALREADY_TEMPORARILY_RESTRICTED: 'is temporarily restricted already',
  NOT_TEMPORARILY_RESTRICTED: 'is not temporarily restricted',
  INSUFFICIENT_BALANCE: 'the wallet does not hold {amount}',

  // Drops.
  NO_SUCH_CAMPAIGN: 'campaignId: there is no such campaign of this application',
  NO_SUCH_REWARD: 'rewardId: there is no such reward',
  NO_SUCH_CLAIM: 'from is no claim of this application',
  CATEGORY_WITH_CAMPAIGN: 'never together with campaignId',
  END_BEFORE_START: 'is not after the start',
  END_IN_PAST: 'has gone by',
  END_TOO_EARLY: 'is before the start or this moment',
  CAMPAIGN_NOT_STARTED: 'the campaign has not begun',
  CAMPAIGN_OVER: 'the campaign is over',
  WATCH_TIME_TOO_SHORT: 'watched for {watched} of {wanted} minutes',

  // The sandbox and the inspector.
  TIME_OUT_OF_RANGE: 'goes beyond the years 1970 to 9999',
  EVENT_NOT_SPECIFIED: 'is needed, or recordPosition',
  APP_NOT_SPECIFIED: 'is needed, or sessionKey',
  NO_SUCH_EVENT: 'recordPosition: there is no event with this position',
} as const

export type ErrorCode = keyof typeof errorCodes

type ParamNamesIn<Text> = Text extends `${string}{${infer Name}}${infer Rest}` ? Name | ParamNamesIn<Rest> : never
/** What is told with a reason. */
export type ErrorParams<Code extends ErrorCode> = Readonly<
  Record<ParamNamesIn<(typeof errorCodes)[Code]>, string | number>
>
/** A reason that says all by itself. */
export type PlainErrorCode = {
  [Code in ErrorCode]: [ParamNamesIn<(typeof errorCodes)[Code]>] extends [never] ? Code : never
}[ErrorCode]

/** Why a call was refused: the reason, what is told with it, and the field that it is about, if it is about one. */
export type ErrorReason<Code extends ErrorCode = ErrorCode> = {
  [Each in Code]: { readonly code: Each; readonly params: ErrorParams<Each>; readonly field?: string }
}[Code]

/** A sentence for each reason; one that is missing, or asks for what is not told, does not compile. */
export type ErrorMessages<Code extends ErrorCode = ErrorCode> = {
  readonly [Each in Code]: Each extends PlainErrorCode ? string : (params: ErrorParams<Each>) => string
}

/** The sentence for what was told. A reason that they do not know yet, as another version may tell it, has none. */
export function translateReason<Code extends ErrorCode>(
  messages: ErrorMessages<Code>,
  { code, params }: ErrorReason<Code>,
): string | undefined {
  const message = (messages as Readonly<Record<string, unknown>>)[code]
  return typeof message === 'function' ? String(message(params)) : (message as string | undefined)
}

/** The text of logs and terminals, which names the field first. */
export function formatReason({ code, params, field }: ErrorReason): string {
  const text = errorCodes[code].replace(/\{(\w+)\}/g, (_all, name: string) => String((params as NamedParams)[name]))
  return field === undefined ? text : `${field}: ${text}`
}
type NamedParams = Readonly<Record<string, string | number>>
