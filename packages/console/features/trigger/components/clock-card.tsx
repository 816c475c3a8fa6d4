import { Button, Group, NumberInput, Stack, Text } from '@mantine/core'
import { deadlineKinds, type sandboxApi, type ContentOf } from '@onair/contract'
import { useDraft } from '../../../lib/drafts.ts'
import { secondFormat } from '../../../lib/time-format.ts'
import { formatTimePhrase } from '../../../lib/time-phrase.ts'
import { language, strings } from '../../../locales/index.ts'
import { useMovedSeconds, usePlatformSecond } from '../../../lib/platform-time.ts'
import { ErrorAlert } from '../../../ui/error-alert.tsx'
import { useMoveClock } from '../../sandbox/queries.ts'
import { ClockTimeline } from './clock-timeline.tsx'
import classes from '../pages/trigger.module.css'

const { clock: t, timeline } = strings('trigger')

const steps = [
  ['minute', 60],
  ['hour', 3_600],
  ['day', 86_400],
  ['month', 30 * 86_400],
  ['quarter', 90 * 86_400],
] as const
const dateFormat = new Intl.DateTimeFormat(language, { dateStyle: 'full' })
const zoneFormat = new Intl.DateTimeFormat(language, { timeZoneName: 'short' })

/** Moves the time of the sandbox. */
export function ClockCard() {
  const now = usePlatformSecond()
  const movedSec = useMovedSeconds()
  const [draft, setDraft] = useDraft<number | string>('clock')
  const seconds = draft ?? ''
  const move = useMoveClock()
  return (
    <section className="card" aria-labelledby="clock">
      <h2 id="clock">{t.title}</h2>
      <Stack gap="sm" mt="sm">
        <Group justify="space-between">
          <Text component="time" size="sm" c="dimmed" className={classes.clock} dateTime={new Date(now).toISOString()}>
            <b>{secondFormat.format(now)}</b> {zoneOf(now)}
            <span>{dateFormat.format(now)}</span>
          </Text>
          <Group gap="xs">
            {steps.map(([step, sec]) => (
              <Button key={step} size="compact-sm" variant="default" onClick={() => move.mutate(sec)}>
                {t.steps[step]}
              </Button>
            ))}
          </Group>
        </Group>
        {movedSec !== 0 && (
          <div>
            <Group gap="xs">
              <Text size="sm" fw={500}>
                {formatTimePhrase(t.moved, movedSec * 1_000, language)}
              </Text>
              <Button
                size="compact-sm"
                variant="default"
                disabled={move.isPending}
                onClick={() => move.mutate(-movedSec)}
              >
                {t.back}
              </Button>
            </Group>
            <Text size="sm" c="dimmed" mt="xs">
              {t.backHint}
            </Text>
          </div>
        )}
        {move.data && <Happened moved={move.data} />}
        {move.error && <ErrorAlert error={move.error} />}
        <ClockTimeline isMoving={move.isPending} onMove={(sec) => move.mutate(sec)} />
        <Group gap="xs" align="end" wrap="nowrap">
          <NumberInput
            label={t.seconds}
            value={seconds}
            onChange={(entered) => setDraft(() => (entered === '' ? null : entered))}
            allowDecimal={false}
            min={-315_360_000}
            max={315_360_000}
          />
          <Button
            variant="default"
            disabled={typeof seconds !== 'number' || seconds === 0}
            onClick={() => typeof seconds === 'number' && move.mutate(seconds)}
          >
            {t.move}
          </Button>
        </Group>
        <Text size="sm" c="dimmed">
          {t.about}
        </Text>
      </Stack>
    </section>
  )
}

/** The number of deadlines of each kind that the move reached. */
function Happened({ moved }: { moved: ContentOf<typeof sandboxApi.clock.moveClock> }) {
  const { done, unfinishedAttempts } = moved
  const happened = deadlineKinds.filter((kind) => done[kind] > 0)
  return (
    <div role="status">
      <Text size="sm" fw={500}>
        {happened.length === 0 && unfinishedAttempts === 0 ? t.nothing : t.happened}
      </Text>
      {happened.map((kind) => (
        <Text key={kind} size="sm">
          {timeline.kinds[kind]} × {done[kind].toLocaleString(language)}
        </Text>
      ))}
      {unfinishedAttempts > 0 && <Text size="sm">{t.unfinished(unfinishedAttempts.toLocaleString(language))}</Text>}
    </div>
  )
}

function zoneOf(time: number): string {
  return zoneFormat.formatToParts(time).find(({ type }) => type === 'timeZoneName')?.value ?? ''
}
