/**
 * Every cause that is remembered of what ended or went wrong by itself, by its name, with the text that records, logs and
 * terminals give it; `{…}` is a value that is told with it. The server writes these texts and pages read the name in them.
 */
export const failureCodes = {
  // Why a session ended.
  SERVER_STOPPING: 'server stopping',
  IDLE_TIMEOUT: 'silence',
  SESSION_ENDED: 'the session has ended',
  CLIENT_DISCONNECTED: 'client left',
  CONNECTION_LOST: 'client went away',
  MALFORMED_FRAME: 'malformed frame',
  AUTH_FAILED: 'auth fail',
  OPEN_FAILED: 'failed to open',
  SLOW_CONSUMER: 'slow reader',
  CONCURRENT_POLLS: 'two polls at once',
  CONCURRENT_POSTS: 'two posts at once',
  LEASE_LOST: 'the lease was lost',
  SANDBOX_RESET: 'the world was reset',
  DISCONNECTED_IN_SANDBOX: 'cut in the sandbox',
  DISCONNECTED_BY_OWNER: 'cut by the owner of the application',

  // What became of an attempt to notify.
  RESPONDED: 'answered {status}',
  RESPONSE_INCOMPLETE: 'answered {status}, but not to the end; {cause}',
  RESPONSE_TIMEOUT: 'no answer within {seconds} s ({step})',
  ATTEMPT_ABORTED: 'the sending was stopped',
  WORKER_LOST: 'the process that sent it ended, so nobody knows the answer',
  ADDRESS_BLOCKED: 'refused address: {problem}',
  DNS_FAILED: 'the name was not found: {problem}',
  CONNECT_FAILED: 'not connected: {problem}',
  TLS_FAILED: 'no secure connection: {problem}',
  RESPONSE_FAILED: 'no whole answer: {problem}',
  CONNECTION_REFUSED: 'nothing listens at {place} ({code})',
  CONNECTION_RESET: 'the receiver hung up ({code})',
  HOST_UNREACHABLE: 'no way leads to {place} ({code})',
  CONNECT_TIMEOUT: 'nobody answered at {place} ({code})',

  // Why a webhook is DISABLED.
  DISABLED_MANUALLY: 'by hand',
  DISABLED_AFTER_FAILURES: 'no success in {days} days',

  // What is missing among the records.
  RECORDS_DROPPED: '{count} left out: they came faster than they could be written',
  ANONYMOUS_RECORDS_DROPPED:
    '{count} calls with credentials that nobody knows left out: they came faster than they could be written',
} as const

export type FailureCode = keyof typeof failureCodes

type ParamNamesIn<Text> = Text extends `${string}{${infer Name}}${infer Rest}` ? Name | ParamNamesIn<Rest> : never
/** What is told with a cause. */
export type FailureParams<Code extends FailureCode> = Readonly<
  Record<ParamNamesIn<(typeof failureCodes)[Code]>, string | number>
>
type PlainFailureCode = {
  [Code in FailureCode]: [ParamNamesIn<(typeof failureCodes)[Code]>] extends [never] ? Code : never
}[FailureCode]

/** A sentence for each cause; one that is missing, or asks for what is not told, does not compile. */
export type FailureMessages = {
  readonly [Code in FailureCode]: Code extends PlainFailureCode ? string : (params: FailureParams<Code>) => string
}

/** The text of a cause, as it is remembered. */
export function formatFailure<Code extends FailureCode>(code: Code, params: FailureParams<Code>): string {
  return failureCodes[code].replace(/\{(\w+)\}/g, (_all, name: string) =>
    String((params as Readonly<Record<string, unknown>>)[name]),
  )
}

/** The cause that a text tells of, in these sentences; none where it is not one of ours. */
export function translateFailure(messages: FailureMessages, text: string): string | undefined {
  for (const [code, pattern] of patterns) {
    const match = pattern.exec(text)
    if (match === null) continue
    const message: unknown = messages[code]
    return typeof message === 'function' ? String(message(match.groups ?? {})) : String(message)
  }
  return undefined
}

/** Those that tell more of the same words come first. */
const patterns = (Object.entries(failureCodes) as [FailureCode, string][])
  .toSorted(([, one], [, other]) => other.length - one.length)
  .map(([code, text]) => [code, toPattern(text)] as const)

function toPattern(text: string): RegExp {
  const escaped = text.replace(/[.()]/g, String.raw`\$&`)
  return new RegExp(`^${escaped.replace(/\{(\w+)\}/g, '(?<$1>.+)')}$`, 's')
}
