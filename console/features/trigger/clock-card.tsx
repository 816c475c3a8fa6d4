import { Button, Group, NumberInput, Stack } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { sandboxApi } from '@onair/contract'
import { api } from '../../lib/api.ts'
import { localize, language } from '../../lib/language.ts'
import { usePlatformTime } from '../../lib/platform-time.ts'
import { ErrorAlert } from '../../ui/error-alert.tsx'
import classes from './trigger.module.css'

const steps = [
  ['minute', 60],
  ['hour', 3_600],
  ['day', 86_400],
  ['month', 30 * 86_400],
  ['quarter', 90 * 86_400],
] as const
const dateTimeFormat = new Intl.DateTimeFormat(language, { dateStyle: 'short', timeStyle: 'medium' })

/** The platform's time, which moves when one wants it to; and the way back to the first day. */
export function ClockCard() {
  const now = usePlatformTime()
  const [seconds, setSeconds] = useState<number | string>('')
  const [isConfirming, setConfirming] = useState(false)
  const queries = useQueryClient()
  const move = useMutation({
    mutationFn: (advanceSeconds: number) => api(sandboxApi.clock.moveClock, { body: { advanceSeconds } }),
    onSuccess: () => queries.invalidateQueries(),
  })
  const reset = useMutation({
    mutationFn: () => api(sandboxApi.clock.reset),
    onSuccess: () => window.location.assign('/'),
  })
  return (
    <section className="card" aria-labelledby="clock">
      <h2 id="clock">{t.title}</h2>
      <Stack gap="sm" mt="sm">
        <time className={classes.clock} dateTime={new Date(now).toISOString()}>
          {dateTimeFormat.format(new Date(now))}
        </time>
        <Group gap="xs">
          {steps.map(([step, sec]) => (
            <Button key={step} size="compact-sm" variant="default" onClick={() => move.mutate(sec)}>
              {t.steps[step]}
            </Button>
          ))}
        </Group>
        <Group gap="xs" align="end">
          <NumberInput
            label={t.seconds}
            value={seconds}
            onChange={setSeconds}
            allowDecimal={false}
            min={-315_360_000}
            max={315_360_000}
            w={150}
          />
          <Button
            variant="default"
            disabled={typeof seconds !== 'number' || seconds === 0}
            onClick={() => typeof seconds === 'number' && move.mutate(seconds)}
          >
            {t.move}
          </Button>
        </Group>
        <p className="soft small">{t.about}</p>
        {(move.error ?? reset.error) && <ErrorAlert error={move.error ?? reset.error} />}
        {isConfirming ? (
          <Group gap="xs">
            <Button size="compact-sm" color="red" loading={reset.isPending} onClick={() => reset.mutate()}>
              {t.sure}
            </Button>
            <Button size="compact-sm" variant="default" onClick={() => setConfirming(false)}>
              {t.keep}
            </Button>
          </Group>
        ) : (
          <div>
            <Button size="compact-sm" variant="default" onClick={() => setConfirming(true)}>
              {t.reset}
            </Button>
          </div>
        )}
      </Stack>
    </section>
  )
}

const t = localize({
  ko: {
    title: '시계',
    steps: { minute: '+1분', hour: '+1시간', day: '+1일', month: '+30일', quarter: '+90일' },
    seconds: '초',
    move: '옮기기',
    about:
      '토큰의 수명처럼 기다려야 하는 것은 모두 이 시계를 따릅니다. 소켓의 핑과 요청의 제한 시간은 따르지 않습니다. 시계를 되돌려도 만료된 토큰은 되살아나지 않습니다.',
    reset: '첫날로 되돌리기',
    sure: '모두 지우고 첫날로',
    keep: '그대로 두기',
  },
  en: {
    title: 'Clock',
    steps: { minute: '+1 min', hour: '+1 hour', day: '+1 day', month: '+30 days', quarter: '+90 days' },
    seconds: 'Seconds',
    move: 'Move',
    about:
      'Whatever one waits for follows this clock, lifetimes of tokens for example. Socket pings and request deadlines do not. Moved back, it brings no expired token back.',
    reset: 'Back to the first day',
    sure: 'Forget everything and begin again',
    keep: 'Leave it',
  },
})
