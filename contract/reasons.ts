/**
 * Every reason for which a call is refused, by its name, with the text that logs and terminals give it; `{…}` is a value that
 * is told with it. Our own pages, and callers of a sandbox, are told the name and the values, and word them for their readers.
 */
export const reasons = {
  // What is asked, before anything is looked at.
  NO_SUCH_PATH: 'no such path',
  NO_SUCH_METHOD: 'the path has other methods',
  TOOK_TOO_LONG: 'it took too long',
  UNREADABLE_REQUEST: '{problem}',
  BODY_TOO_LARGE: 'the body is too large',
  BODY_CUT_SHORT: 'the body ended early: {problem}',
  BODY_NOT_JSON: 'the body must be JSON',
  BODY_NOT_AN_OBJECT: 'the body must be a JSON object',
  ANSWERED_ELSEWHERE: 'answered at {host} alone',
  ORIGIN_OF_OTHERS: 'a page of another origin may not use the sandbox',
  NAME_OF_OTHERS: 'the sandbox is asked under a name that is not its own',
  FORM_OF_OTHERS: 'a form of another site',
  FORM_WITHOUT_TOKEN: 'a form without the token of this browser',
  PAGE_OF_OTHERS: 'a page of another site',
  CHANGE_NOT_JSON: 'a change without Content-Type: application/json',
  QUOTA_USED_UP: 'the quota is used up',

  // Who asks.
  NOT_SIGNED_IN: 'nobody is signed in',
  NO_CLIENT_HEADERS: 'Client-Id and Client-Secret are missing',
  NO_BEARER_TOKEN: 'no Authorization header of the form "Bearer <token>"',
  SPACES_AFTER_BEARER: 'more than one space after Bearer',
  UNKNOWN_CLIENT: 'wrong client id or secret',
  TOO_MANY_WRONG_SECRETS: 'too many wrong client secrets',
  UNKNOWN_TOKEN: 'unknown or expired token',
  TOKEN_ENDED: 'the token is dead already',
  EXCHANGE_REFUSED: '{kind}: {problem}',
  EXCHANGE_LACKS: '{name} is missing',
  SCOPE_MISSING: 'the scope {scope} is missing',
  SCOPE_TAKEN_AWAY: 'the scope was taken away',

  // What is wrong with a value, whatever it is.
  MISSING: 'is missing',
  WRONG_TYPE: 'must be {type}',
  TOO_FEW_CHARACTERS: 'must not have fewer than {least} characters',
  TOO_MANY_CHARACTERS: 'must not have more than {most} characters',
  TOO_SMALL: 'must be >= {least}',
  TOO_GREAT: 'must be <= {most}',
  TOO_FEW_ITEMS: 'must not have fewer than {least} items',
  TOO_MANY_ITEMS: 'must not have more than {most} items',
  NOT_ALLOWED: 'must be equal to one of the allowed values',
  WRONG_FORM: 'must match pattern "{pattern}"',
  DOES_NOT_FIT: 'does not fit',
  NOT_WELL_FORMED: 'not well-formed',
  HOLDS_NUL: 'holds NUL',
  EMPTY: 'empty',
  LONGER: 'longer than {most} characters',
  SHORTER: 'shorter than {least} characters',
  NOT_A_MOMENT: 'must be RFC 3339, with a zone',
  NOT_FROM_AN_ANSWER: 'not a value of an answer before',
  OLD_PLACE_IN_LIST: 'not one of ours, or too old',

  // Accounts and people.
  UNSEEN_CHARACTERS: 'holds characters that cannot be seen',
  NOT_AN_EMAIL: 'not an email address',
  EMAIL_TAKEN: 'is taken',
  NO_SUCH_PERSON: 'there is no such person',
  NO_VERIFIED_ACCOUNT: 'there is no account {channelId} whose identity is verified',

  // Applications and their webhooks.
  NO_SUCH_APP: 'clientId: there is no such application',
  NO_APP_OF_YOURS: 'clientId: there is no such application of yours',
  NO_APP_YOU_ALLOWED: 'clientId: there is no such application that you allowed',
  NO_DELETED_APP: 'there is no deleted application "{clientId}"',
  NO_GRANT: 'there is no grant between them',
  TOO_MANY_APPS: 'a person may have {most} applications',
  NAME_WITHOUT_LETTER: 'has no letter or digit',
  OFFICIAL_NAME: 'holds the official name "{word}"',
  REFUSED_WORD: 'holds the refused word "{word}"',
  NOT_ABSOLUTE_URL: 'is not an absolute URL',
  REFUSED_SCHEME: 'may not use {scheme}',
  URL_WITH_FRAGMENT: 'may not have a fragment',
  URL_WITH_USER: 'may not hold a user name or password',
  NO_SUCH_SCOPE: 'there is no scope "{scope}"',
  APP_LACKS_SCOPE: 'the application does not have "{scope}"',
  APP_LACKS_DROPS: 'the application does not have the scope {scope}',
  DROPS_NEED_ORGANIZATION: 'the drops scope needs organizationId',
  NO_SUCH_ORGANIZATION: 'there is no approved organization of this id',
  NOT_OF_ORGANIZATION: 'is not verified for this organization',
  TWO_SECRETS: 'two secrets are good already; end the older one first',
  NO_OLDER_SECRET: 'there is no older secret',
  NO_WEBHOOK: 'there is no webhook',
  NO_WEBHOOK_TO_SEND_TO: 'the application has no webhook',
  NO_WEBHOOK_URL_YET: 'is missing, and there is none yet',
  NOT_A_URL: 'not a URL',
  SENDS_NO_PASSWORD: 'nothing is sent with a user name or password in the URL',
  SENDS_TO_NO_SCHEME: 'nothing is sent to the scheme {scheme}',
  SENDS_TO_NO_PORT: 'nothing is sent to the port {port}',
  SENDS_TO_NO_ADDRESS: 'nothing is sent to the address {address}',
  LEADS_NOWHERE: 'the name has no address',
  NO_SUCH_NOTIFICATION: 'there is no notification {deliveryId}',
  NOTIFICATION_WAITS: '{deliveryId} still waits, and will be sent by itself',
  WHICH_NOTIFICATIONS: 'either these or since must be given',
  NO_SINK_OF_THIS_NAME: 'no sink can have this name',

  // Sessions.
  NO_SUCH_SESSION: 'there is no such session',
  SESSION_NOT_CONNECTED: 'session is not connected',
  SESSION_OF_ANOTHER_USER: 'session belongs to another user',
  SESSION_FULL: 'session is full',
  TOO_MANY_SESSIONS: 'no more than {most} sessions at once for this {kind}',
  GATEWAY_SILENT: "the gateway's answer: {problem}",

  // Channels, broadcasts and what they show.
  NO_SUCH_CHANNEL: 'there is no such channel',
  NO_SUCH_USER: 'there is no such user',
  FOLLOWS_ONESELF: 'nobody follows themselves',
  OWNER_HAS_A_ROLE: 'the owner has a role already',
  TOO_MANY_MANAGERS: 'the channel has as many managers as it may',
  NOT_LIVE: 'the channel is not live',
  NO_SUCH_CATEGORY: 'not a category',
  NO_CATEGORY: 'categoryId: there is no such category',
  TYPE_WITHOUT_CATEGORY: 'a type without a category',
  TYPE_OF_ANOTHER_CATEGORY: 'the category is of the type {type}',
  EMPTY_TAG: 'an empty tag',
  TAG_CHARACTERS: 'a tag with white space or special characters',
  TAG_TOO_LONG: 'a tag longer than {most} characters',
  TOO_MANY_TAGS: 'more than {most} tags',
  INGEST_SECRET_WRONG: 'not the ingest secret',
  INGEST_FROM_ELSEWHERE: 'another machine, and no INGEST_SECRET is set',
  INGEST_ACTION: 'an action other than publish',
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
  KEEPS_NO_ORDER: 'the caller is neither the streamer nor a manager of that chat',
  SAID_BY_STREAMER: 'only the streamer hides what the streamer said',
  NOTICE_OF_WHAT: 'message or messageId is needed, and not both',
  IS_STREAMER: 'is the streamer',
  IS_MANAGER: 'is a manager',
  RESTRICTED_ALREADY: 'is restricted already',
  NOT_RESTRICTED: 'is not restricted',
  TEMPORARILY_RESTRICTED_ALREADY: 'is temporarily restricted already',
  NOT_TEMPORARILY_RESTRICTED: 'is not temporarily restricted',
  WALLET_TOO_SMALL: 'the wallet does not hold {amount}',

  // Drops.
  NO_SUCH_CAMPAIGN: 'campaignId: there is no such campaign of this application',
  NO_SUCH_REWARD: 'rewardId: there is no such reward',
  NO_SUCH_CLAIM: 'from is no claim of this application',
  CATEGORY_BESIDE_CAMPAIGN: 'never together with campaignId',
  END_BEFORE_START: 'is not after the start',
  END_GONE_BY: 'has gone by',
  END_TOO_EARLY: 'is before the start or this moment',
  CAMPAIGN_NOT_BEGUN: 'the campaign has not begun',
  CAMPAIGN_OVER: 'the campaign is over',
  WATCHED_TOO_SHORT: 'watched for {watched} of {wanted} minutes',

  // The sandbox and the inspector.
  BEYOND_TIME: 'goes beyond the years 1970 to 9999',
  WHICH_EVENT: 'is needed, or recordPosition',
  WHICH_APP: 'is needed, or sessionKey',
  NO_SUCH_EVENT: 'recordPosition: there is no event with this position',
} as const

export type Reason = keyof typeof reasons

type NamesIn<Text> = Text extends `${string}{${infer Name}}${infer Rest}` ? Name | NamesIn<Rest> : never
/** What is told with a reason. */
export type ValuesOf<R extends Reason> = Readonly<Record<NamesIn<(typeof reasons)[R]>, string | number>>
/** A reason that says all by itself. */
export type PlainReason = { [R in Reason]: [NamesIn<(typeof reasons)[R]>] extends [never] ? R : never }[Reason]

/** Why a call was refused: the reason, what is told with it, and the field that it is about, if it is about one. */
export type Why<R extends Reason = Reason> = {
  [Each in R]: { readonly reason: Each; readonly values: ValuesOf<Each>; readonly field?: string }
}[R]

/** A sentence for each reason; one that is missing, or asks for what is not told, does not compile. */
export type Sentences<R extends Reason = Reason> = {
  readonly [Each in R]: Each extends PlainReason ? string : (values: ValuesOf<Each>) => string
}

/** The sentence for what was told. A reason that they do not know yet, as another version may tell it, has none. */
export function sentenceIn<R extends Reason>(sentences: Sentences<R>, { reason, values }: Why<R>): string | undefined {
  const sentence = (sentences as Readonly<Record<string, unknown>>)[reason]
  return typeof sentence === 'function' ? String(sentence(values)) : (sentence as string | undefined)
}

/** The text of logs and terminals, which names the field first. */
export function textOfWhy({ reason, values, field }: Why): string {
  const text = reasons[reason].replace(/\{(\w+)\}/g, (_all, name: string) => String((values as Named)[name]))
  return field === undefined ? text : `${field}: ${text}`
}
type Named = Readonly<Record<string, string | number>>
