import { inLanguage, language } from '../language.ts'
import { usePlatformTime } from '../platform-time.ts'

const relative = new Intl.RelativeTimeFormat(language, { numeric: 'auto' })
const exact = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'medium' })
const steps = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const

/** A moment by how long ago it was in the platform's time, and exactly when one hovers. */
export function Moment({ at }: { at: string | null }) {
  const now = usePlatformTime()
  if (at === null) return <span className="soft">{said.never}</span>
  const date = new Date(at)
  const seconds = Math.round((date.getTime() - now) / 1000)
  const [unit, size] = steps.find(([, step]) => Math.abs(seconds) >= step) ?? ['second', 1]
  const text = Math.abs(seconds) < 10 ? said.now : relative.format(Math.round(seconds / size), unit)
  return (
    <time dateTime={at} title={exact.format(date)}>
      {text}
    </time>
  )
}

const said = inLanguage({ ko: { never: '아직 없음', now: '방금' }, en: { never: 'never', now: 'just now' } })
