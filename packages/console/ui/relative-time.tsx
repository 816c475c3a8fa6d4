import { Text } from '@mantine/core'
import { useState } from 'react'
import { formatExactTime } from '../lib/time-format.ts'
import { language, strings } from '../locales/index.ts'
import { usePlatformTime } from '../lib/platform-time.ts'
import { formatTimePhrase, type TimePhrase } from '../lib/time-phrase.ts'
import classes from './relative-time.module.css'
import layout from './layout.module.css'

const { time: t } = strings('common')

type Props = {
  at: string | null
  phrase?: TimePhrase
  /** Whether a control of the same row has the focus instead. */
  isInControl?: boolean
}

/**
 * A time relative to the platform's time, alone or in a phrase. The exact time is its tooltip, and replaces it while it has
 * the focus, by keyboard or touch.
 */
export function RelativeTime({ at, phrase = t.relative, isInControl = false }: Props) {
  const [isExact, setExact] = useState(false)
  const now = usePlatformTime(at === null ? null : Date.parse(at))
  if (at === null)
    return (
      <Text span inherit c="dimmed">
        {t.never}
      </Text>
    )
  const date = new Date(at)
  const exact = formatExactTime(date)
  const text = formatTimePhrase(phrase, date.getTime() - now, language)
  if (isInControl)
    return (
      <time dateTime={at} title={exact}>
        {text}
      </time>
    )
  return (
    <button
      type="button"
      className={`${layout.plainButton} ${classes.time}`}
      title={exact}
      onFocus={() => setExact(true)}
      onBlur={() => setExact(false)}
    >
      <time dateTime={at}>{isExact ? exact : text}</time>
    </button>
  )
}
