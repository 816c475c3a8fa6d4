/** Complete phrases about a past or a future time. A duration is a text such as “7 minutes”. */
export type TimePhrase = {
  past: (duration: string) => string
  justNow: string
  soon: string
  future: (duration: string) => string
}

/** The milliseconds from now to a time, as a phrase. Less than 10 seconds in the past, or one in the future, have no duration. */
export function formatTimePhrase(phrase: TimePhrase, ms: number, language: string): string {
  const seconds = Math.round(Math.abs(ms) / 1000)
  const isPast = ms <= 0
  if (isPast && seconds < 10) return phrase.justNow
  if (seconds < 1) return phrase.soon
  // 59.6 minutes are not “60 minutes”.
  const isReached = ([, size]: Unit, index: number) => {
    const smallerSize = units[index + 1]?.[1] ?? 1
    return Math.round(seconds / smallerSize) * smallerSize >= size
  }
  const [unit, size] = units.find(isReached) ?? ['second', 1]
  const format = new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'long' })
  const duration = format.format(Math.round(seconds / size))
  return isPast ? phrase.past(duration) : phrase.future(duration)
}

type Unit = readonly [name: string, seconds: number]
const units: readonly Unit[] = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
]

/** Seconds in the largest unit of which they are a multiple: `1 minute`, `90 seconds`. */
export function formatExactDuration(seconds: number, language: string): string {
  const [unit, size] = units.find(([, length]) => seconds % length === 0) ?? ['second', 1]
  return new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'long' }).format(seconds / size)
}
