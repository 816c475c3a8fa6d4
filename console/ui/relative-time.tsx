import { Text } from '@mantine/core'
import { language, strings } from '../locales/index.ts'
import { usePlatformTime } from '../lib/platform-time.ts'
import { formatTimePhrase, type TimePhrase } from '../lib/time-phrase.ts'

const { time: t } = strings('common')

const exactFormat = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'medium' })

type Props = { at: string | null; phrase?: TimePhrase }

/** A time relative to the platform's time, alone or in a phrase, with the exact time as its tooltip. */
export function RelativeTime({ at, phrase = t.relative }: Props) {
  const now = usePlatformTime()
  if (at === null)
    return (
      <Text span inherit c="dimmed">
        {t.never}
      </Text>
    )
  const date = new Date(at)
  return (
    <time dateTime={at} title={exactFormat.format(date)}>
      {formatTimePhrase(phrase, date.getTime() - now, language)}
    </time>
  )
}
