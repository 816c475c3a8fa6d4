export const languages = ['en', 'ko'] as const
export type Language = (typeof languages)[number]

type Count = { count: number }
type Status = { status: number }
type Stimulus =
  | 'UNKNOWN_FIELDS'
  | 'UNKNOWN_VALUES'
  | 'UNKNOWN_EVENT'
  | 'UNKNOWN_SYSTEM_TYPE'
  | 'DOUBLED_MESSAGE'
  | 'REORDERED_MESSAGES'
  | 'MISSING_PROFILE'
  | 'ANONYMOUS_DONATION'
  | 'LONG_MESSAGE'
  | 'EMOTICONS'
export type Forgery = 'webhook-wrong-signature' | 'webhook-changed-body' | 'webhook-unsigned'
export type NewVersion = 'webhook-unknown-fields' | 'webhook-unknown-type'
/** The checks in which it happened. */
type Granted = Count & { checks: string }
type Waited = { afterMs: number; retryAfterSec: number }

/** The codes of what a check can see, with their parameters. */
type SeenParams = {
  PROGRAM_RUNS: {}
  PROGRAM_ENDED: { reason: string; output: string }
  PROGRAM_GONE: {}
  NOT_READY: {}
  EXPLAINED_BY: { check: CheckId }
  NO_SESSION: {}
  SUBSCRIBED: { eventTypes: string }
  DID_NOT_ANSWER: { probe: string }
  DID_NOT_RECONNECT: {}
  NOT_SUBSCRIBED_TO: { eventType: string }
  GOT_EVENT: { eventType: string }
  WORKED_AFTER: { stimulus: Stimulus }
  WORKED_IN_NEXT_SESSION: { stimulus: Stimulus }
  SESSION_ENDED_AFTER: { stimulus: Stimulus }
  BROKEN_AFTER: { stimulus: Stimulus }
  ANSWERED_REPEATEDLY: Count
  ANSWERED_SOME: Count
  MESSAGES_REFUSED: Count
  SUBSCRIBED_EARLY: Count & { calls: number }
  SUBSCRIBED_AFTER_CONNECTED: { calls: number }
  NOT_BACK: { withinMs: number }
  BACK_BUT_BROKEN: {}
  BACK: { afterMs: number }
  URLS_REPEATED: Count & { connections: number }
  URLS_NEW: { connections: number }
  REVOKED_NOTHING: {}
  REVOKED_NOT_SENT: {}
  NOT_SUBSCRIBED_AGAIN: { eventType: string; withinMs: number }
  SUBSCRIBED_AGAIN: { eventType: string }
  CALLED_EARLY: Waited
  NOT_BACK_AFTER_429: {}
  WAITED: Waited
  NO_BACKOFF: Count & { withinMs: number }
  NOT_BACK_AFTER_OUTAGE: {}
  BACKED_OFF: Count & { withinMs: number }
  DEAF_AFTER_429: { eventType: string }
  SUBSCRIBED_AFTER_429: { eventTypes: string; retryAfterSec: number }
  LIMIT_EXCEEDED: Count & { calls: number }
  WITHIN_LIMITS: { calls: number; open: number }
  NO_MESSAGE: {}
  BROKEN_AFTER_429: {}
  DID_NOT_CALL_EARLY: {}
  REFRESHED_REPEATEDLY: Count
  NOT_REFRESHED: {}
  REFRESH_REFUSED: Status
  CALLS_NOT_REPEATED: {}
  REFRESHED_ONCE: {}
  DID_NOT_REFRESH: {}
  REFRESH_TOKEN_REUSED: Status
  NOT_REFRESHED_AGAIN: {}
  REFRESHED_AGAIN: {}
  CALLS_REFUSED: Count
  POLLS: { perMinute: number; quota: number }
  UNDER_QUOTA: { calls: number; perMinute: number }
  NO_REQUESTS: {}
  SECRET_IN_ADDRESS: { path: string }
  SECRET_IN_BODY: { path: string }
  SECRET_IN_HEADER: { name: string; path: string }
  SECRET_IN_OUTPUT: {}
  NO_SECRET: { calls: number }
  NO_SECRET_RECORDED: { calls: number }
  FULFILLED: {}
  NOT_FULFILLED: {}
  NOT_NOTIFIED: {}
  NOTIFICATION: { state: string; attempts: number }
  REPEATED_REFUSED: Status
  GAVE_REPEATEDLY: Count
  GAVE_ONCE: {}
  GAVE_CONCURRENT_ONCE: {}
  GAVE_RESENT_ONCE: {}
  REFORMATTED_REFUSED: Status
  REFORMATTED_TAKEN: {}
  VERSION_REFUSED: Status & { fault: NewVersion }
  VERSIONS_BROKE_IT: {}
  VERSIONS_TAKEN: {}
  FORGERY_TAKEN: Status & { fault: Forgery }
  FORGERIES_REJECTED: {}
  OLD_ANSWER: Status & { minutes: number }
  LATE: { deadlineMs: number; delayMs: number }
  IN_TIME: { delayMs: number }
  NOT_FULFILLED_AFTER_429: {}
  FULFILLED_AFTER_429: { retryAfterSec: number }
  FULFILLED_REORDERED: {}
  FULFILLED_DESPITE_FAILURES: {}
  CLAIMS_NOT_FULFILLED: Count & { of: number }
  NO_OWNER: {}
  GRANTS_UNKNOWN: {}
  GRANTS_MATCH: Count
  GRANTED_TWICE: Granted
  NEVER_GRANTED: Granted
  GRANTED_NOT_FULFILLED: Granted
  GRANTED_UNCLAIMED: Count
  MISSED_FOUND: { attempts: number }
  MISSED_NOT_FOUND: { attempts: number; withinMs: number }
}
export type SeenCode = keyof SeenParams
export type ParamsOf<C extends SeenCode> = SeenParams[C]
/** A single statement of what a check saw. */
export type Seen = { [C in SeenCode]: { readonly code: C; readonly params: SeenParams[C] } }[SeenCode]

export type CheckId =
  | 'session-start'
  | 'unknown-fields'
  | 'unknown-values'
  | 'unknown-event'
  | 'unknown-system-type'
  | 'doubled-message'
  | 'reordered-messages'
  | 'missing-profile'
  | 'anonymous-donation'
  | 'long-message'
  | 'emoticons'
  | 'subscribe-after-connected'
  | 'reconnect-cut'
  | 'new-session-url'
  | 'reconnect-revoked'
  | 'backoff'
  | 'retry-after-session'
  | 'retry-after-subscribe'
  | 'retry-after-message'
  | 'refresh-again'
  | 'refresh-once'
  | 'session-limits'
  | 'webhook-start'
  | 'webhook-idempotent'
  | 'webhook-concurrent'
  | 'webhook-resent'
  | 'webhook-raw-body'
  | 'webhook-unknown'
  | 'webhook-signature'
  | 'webhook-old'
  | 'webhook-in-time'
  | 'retry-after-claims'
  | 'webhook-missed'
  | 'webhook-reordered'
  | 'failing-api'
  | 'grants'
  | 'quota'
  | 'secrets'

export const verdicts = ['pass', 'fail', 'not applicable', 'not run'] as const
export type Verdict = (typeof verdicts)[number]

/** The section is that of the specification, or of the docs where the specification is silent. */
type CheckTexts = { title: string; section: string; why: string; fix: string }

/** All texts of a report in one language. */
export type Texts = {
  checks: Record<CheckId, CheckTexts>
  seen: { [C in SeenCode]: (params: SeenParams[C]) => string }
  /** They have equal widths. */
  marks: Record<Verdict, string>
  report: {
    suite: (name: string) => string
    summary: (sums: {
      score: number | null
      passed: number
      applicable: number
      failed: number
      checks: number
    }) => string
    notRun: (count: number) => string
    why: string
    fix: string
    noResponse: string
  }
}
