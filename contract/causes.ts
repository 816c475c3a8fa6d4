/**
 * Every cause that is remembered of what ended or went wrong by itself, by its name, with the text that records, logs and
 * terminals give it; `{…}` is a value that is told with it. The server writes these texts and pages read the name in them.
 */
export const causes = {
  // Why a session ended.
  SERVER_STOPPING: 'server stopping',
  SILENCE: 'silence',
  SESSION_ENDED: 'the session has ended',
  CLIENT_LEFT: 'client left',
  CLIENT_WENT_AWAY: 'client went away',
  MALFORMED_FRAME: 'malformed frame',
  AUTH_FAIL: 'auth fail',
  FAILED_TO_OPEN: 'failed to open',
  SLOW_READER: 'slow reader',
  TWO_POLLS: 'two polls at once',
  TWO_POSTS: 'two posts at once',
  LEASE_LOST: 'the lease was lost',
  WORLD_RESET: 'the world was reset',
  CUT_IN_SANDBOX: 'cut in the sandbox',
  CUT_BY_OWNER: 'cut by the owner of the application',

  // What became of an attempt to notify.
  ANSWERED: 'answered {status}',
  ANSWERED_IN_PART: 'answered {status}, but not to the end; {cause}',
  NO_ANSWER_IN_TIME: 'no answer within {seconds} s ({step})',
  SENDING_STOPPED: 'the sending was stopped',
  SENDER_ENDED: 'the process that sent it ended, so nobody knows the answer',
  ADDRESS_REFUSED: 'refused address: {problem}',
  NAME_NOT_FOUND: 'the name was not found: {problem}',
  NOT_CONNECTED: 'not connected: {problem}',
  NOT_TRUSTED: 'no secure connection: {problem}',
  BROKE_OFF: 'no whole answer: {problem}',
  NOTHING_LISTENS: 'nothing listens at {place} ({code})',
  HUNG_UP: 'the receiver hung up ({code})',
  NO_WAY_THERE: 'no way leads to {place} ({code})',
  NOBODY_ANSWERED: 'nobody answered at {place} ({code})',

  // Why a webhook is DISABLED.
  BY_HAND: 'by hand',
  NO_SUCCESS: 'no success in {days} days',

  // What is missing among the records.
  LEFT_OUT: '{count} left out: they came faster than they could be written',
  STRANGERS_LEFT_OUT:
    '{count} calls with credentials that nobody knows left out: they came faster than they could be written',
} as const

export type Cause = keyof typeof causes

type NamesIn<Text> = Text extends `${string}{${infer Name}}${infer Rest}` ? Name | NamesIn<Rest> : never
/** What is told with a cause. */
export type ToldWith<C extends Cause> = Readonly<Record<NamesIn<(typeof causes)[C]>, string | number>>
type PlainCause = { [C in Cause]: [NamesIn<(typeof causes)[C]>] extends [never] ? C : never }[Cause]

/** A sentence for each cause; one that is missing, or asks for what is not told, does not compile. */
export type CauseSentences = {
  readonly [C in Cause]: C extends PlainCause ? string : (told: ToldWith<C>) => string
}

/** The text of a cause, as it is remembered. */
export function textOfCause<C extends Cause>(cause: C, told: ToldWith<C>): string {
  return causes[cause].replace(/\{(\w+)\}/g, (_all, name: string) =>
    String((told as Readonly<Record<string, unknown>>)[name]),
  )
}

/** The cause that a text tells of, in these sentences; none where it is not one of ours. */
export function sentenceOfCause(sentences: CauseSentences, text: string): string | undefined {
  for (const [cause, pattern] of patterns) {
    const told = pattern.exec(text)
    if (told === null) continue
    const sentence: unknown = sentences[cause]
    return typeof sentence === 'function' ? String(sentence(told.groups ?? {})) : String(sentence)
  }
  return undefined
}

/** Those that tell more of the same words come first. */
const patterns = (Object.entries(causes) as [Cause, string][])
  .toSorted(([, one], [, other]) => other.length - one.length)
  .map(([cause, text]) => [cause, patternOf(text)] as const)

function patternOf(text: string): RegExp {
  const escaped = text.replace(/[.()]/g, String.raw`\$&`)
  return new RegExp(`^${escaped.replace(/\{(\w+)\}/g, '(?<$1>.+)')}$`, 's')
}
