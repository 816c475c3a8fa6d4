import { Text } from '@mantine/core'
import { language, strings } from '../locales/index.ts'
import { usePlatformTime } from '../lib/platform-time.ts'

const { time: t } = strings('common')

const relativeFormat = new Intl.RelativeTimeFormat(language, { numeric: 'auto' })
const exactFormat = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'medium' })
const units = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const

/** A time relative to the platform's time, with the exact time as its tooltip. */
export function RelativeTime({ at }: { at: string | null }) {
  const now = usePlatformTime()
  if (at === null)
    return (
      <Text span inherit c="dimmed">
        {t.never}
      </Text>
    )
  const date = new Date(at)
  const seconds = Math.round((date.getTime() - now) / 1000)
  const [unit, size] = units.find(([, step]) => Math.abs(seconds) >= step) ?? ['second', 1]
  const text = Math.abs(seconds) < 10 ? t.now : relativeFormat.format(Math.round(seconds / size), unit)
  return (
    <time dateTime={at} title={exactFormat.format(date)}>
      {text}
    </time>
  )
}
