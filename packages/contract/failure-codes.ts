import { stringMap, Type } from './type.ts'
import { fillTemplate, type ParamNamesIn } from './text-template.ts'
import { webhookAddressCodes } from './webhook-address-codes.ts'

/** Why a session was disconnected. */
const disconnectTexts = {
  SERVER_STOPPING: 'the server is stopping',
  IDLE_TIMEOUT: 'the client sent nothing before the idle timeout',
  SESSION_ENDED: 'the session is no longer open in the database, for example because its application was deleted',
  CHANNEL_DELETED: 'the channel no longer exists',
  CLIENT_DISCONNECTED: 'the client disconnected',
  CONNECTION_LOST: 'the connection was lost',
  MALFORMED_FRAME: 'the client sent a malformed frame',
  AUTH_FAILED: 'the session URL is wrong, used or expired',
  OPEN_FAILED: 'the server could not open the session',
  SLOW_CONSUMER: 'the client read too slowly',
  TOO_MANY_FRAMES: 'the client sent too many frames or bytes',
  CONCURRENT_POLLS: 'the client sent two poll requests at the same time',
  CONCURRENT_POSTS: 'the client sent two POST requests at the same time',
  LEASE_LOST: 'the gateway lease expired',
  FEED_OUT_OF_SYNC: 'donations or subscriptions could not be read from the database for 10 s; open a new session',
  SANDBOX_RESET: 'the sandbox was reset',
  ACCOUNT_ENDED: 'the account was suspended or deleted',
  MAY_NOT_WATCH: 'the viewer may no longer watch the channel',
  DISCONNECTED_IN_SANDBOX: 'disconnected through the sandbox',
  DISCONNECTED_BY_OWNER: 'disconnected by the owner of the application',
} as const

/** Why an attempt to deliver a notification did not succeed. */
const attemptTexts = {
  UNSUCCESSFUL_STATUS: 'the receiver responded with status {status}',
  RESPONSE_INCOMPLETE: 'the response with status {status} did not end',
  RESPONSE_TIMEOUT: 'no complete response within {seconds} s (step: {step})',
  ATTEMPT_ABORTED: 'the server stopped during the attempt',
  WORKER_LOST: 'the worker process ended during the attempt; the result is unknown',
  URL_NOT_ALLOWED: 'the URL is not allowed',
  DNS_FAILED: 'the host name could not be resolved',
  CONNECT_FAILED: 'the connection failed',
  TLS_FAILED: 'the TLS handshake failed',
  RESPONSE_FAILED: 'the response could not be read',
} as const

/** The cause of a failed attempt: a system error, or the rule that the address violates. */
const causeTexts = {
  CONNECTION_REFUSED: 'connection refused by {address} ({systemCode})',
  CONNECTION_RESET: 'connection reset by {address} ({systemCode})',
  HOST_UNREACHABLE: 'no route to {address} ({systemCode})',
  CONNECT_TIMEOUT: 'connecting to {address} timed out ({systemCode})',
  SYSTEM_ERROR: '{message}',
  ...webhookAddressCodes,
} as const

/** Why a webhook is DISABLED. */
const disabledTexts = {
  DISABLED_MANUALLY: 'disabled manually',
  DISABLED_AFTER_FAILURES: 'no successful delivery in {days} days',
} as const

/** Why records are missing from the inspector. */
const droppedRecordsTexts = {
  RECORDS_DROPPED: '{count} records dropped: they arrived faster than they could be written',
  ANONYMOUS_RECORDS_DROPPED:
    '{count} requests without valid credentials dropped: they arrived faster than they could be written',
} as const

/** The English text of every failure code, for the command line. `{…}` is a parameter. */
export const failureTexts = {
  ...disconnectTexts,
  ...attemptTexts,
  ...causeTexts,
  ...disabledTexts,
  ...droppedRecordsTexts,
} as const

export type FailureCode = keyof typeof failureTexts
export type DisconnectCode = keyof typeof disconnectTexts
export type AttemptFailureCode = keyof typeof attemptTexts
export type FailureCauseCode = keyof typeof causeTexts | 'RESPONSE_TIMEOUT' | 'ATTEMPT_ABORTED'
export type WebhookDisabledCode = keyof typeof disabledTexts
export type DroppedRecordsCode = keyof typeof droppedRecordsTexts

export type FailureParams<Code extends FailureCode> = Readonly<
  Record<ParamNamesIn<(typeof failureTexts)[Code]>, string | number>
>
type PlainFailureCode = {
  [Code in FailureCode]: [ParamNamesIn<(typeof failureTexts)[Code]>] extends [never] ? Code : never
}[FailureCode]

/** Why a session ended, an attempt failed, a webhook was disabled or records were dropped. */
export type Failure<Code extends FailureCode = FailureCode> = {
  [Each in Code]: {
    readonly code: Each
    readonly params: FailureParams<Each>
    /** The causes of failure, one for each address that was tried. */
    readonly causes?: readonly FailureCause[]
  }
}[Code]
export type FailureCause = {
  [Each in FailureCauseCode]: { readonly code: Each; readonly params: FailureParams<Each> }
}[FailureCauseCode]

const disconnectCodeNames = Object.keys(disconnectTexts) as DisconnectCode[]
/** The codes of disconnects, by name. */
export const disconnectCodes = Object.fromEntries(disconnectCodeNames.map((code) => [code, code])) as {
  readonly [Code in DisconnectCode]: Code
}

const params = stringMap(Type.Union([Type.String(), Type.Number()]), { description: 'The parameters of the code' })
const failureObject = (codes: readonly FailureCode[]) =>
  Type.Object({ code: Type.Enum([...codes], { description: 'The code of the reason' }), params })
const codesOf = <Texts extends object>(texts: Texts) => Object.keys(texts) as (keyof Texts & FailureCode)[]

export const disconnectFailure = Type.Unsafe<Failure<DisconnectCode>>(failureObject(codesOf(disconnectTexts)))
export const webhookDisabledFailure = Type.Unsafe<Failure<WebhookDisabledCode>>(failureObject(codesOf(disabledTexts)))
export const recordFailure = Type.Unsafe<Failure<DisconnectCode | DroppedRecordsCode>>(
  failureObject(codesOf({ ...disconnectTexts, ...droppedRecordsTexts })),
)
export const attemptFailure = Type.Unsafe<Failure<AttemptFailureCode>>(
  Type.Object({
    ...failureObject(codesOf(attemptTexts)).properties,
    causes: Type.Optional(
      Type.Array(failureObject([...codesOf(causeTexts), 'RESPONSE_TIMEOUT', 'ATTEMPT_ABORTED']), {
        description: 'One cause for each address that was tried',
      }),
    ),
  }),
)

export function failure<Code extends PlainFailureCode>(code: Code): Failure<Code>
export function failure<Code extends FailureCode>(
  code: Code,
  params: FailureParams<Code>,
  causes?: readonly FailureCause[],
): Failure<Code>
export function failure(code: FailureCode, params: object = {}, causes: readonly FailureCause[] = []): Failure {
  return { code, params, ...(causes.length > 0 && { causes }) } as Failure
}

/** The English sentence of a failure, followed by its causes in parentheses. */
export function formatFailure(failed: Failure): string {
  return withCauses(failed, ({ code, params: values }) => fillTemplate(failureTexts[code], values))
}

/** A message for each failure code: a text, or a function of its parameters. */
export type FailureMessages = {
  readonly [Code in FailureCode]: Code extends PlainFailureCode ? string : (params: FailureParams<Code>) => string
}

/** The message for a failure and its causes; a code that a newer version added is returned as it is. */
export function translateFailure(messages: FailureMessages, failed: Failure): string {
  return withCauses(failed, ({ code, params: values }) => {
    const message = (messages as Readonly<Record<string, string | ((params: object) => string) | undefined>>)[code]
    return typeof message === 'function' ? message(values) : (message ?? code)
  })
}

function withCauses(failed: Failure, translate: (one: Failure | FailureCause) => string): string {
  const { causes = [] } = failed
  const text = translate(failed)
  return causes.length === 0 ? text : `${text} (${causes.map((one) => translate(one)).join(', ')})`
}
