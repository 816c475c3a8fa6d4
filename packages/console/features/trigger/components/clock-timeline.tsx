import { Button, Group, Stack, Text } from '@mantine/core'
import { sandboxApi, type ContentOf, type DeadlineKind } from '@onair/contract'
import { useQuery } from '@tanstack/react-query'
import { useId, useState, type CSSProperties } from 'react'
import { api } from '../../../lib/api.ts'
import { usePlatformTime } from '../../../lib/platform-time.ts'
import { dateMinuteFormat } from '../../../lib/time-format.ts'
import { language, strings } from '../../../locales/index.ts'
import { RelativeTime } from '../../../ui/relative-time.tsx'
import layout from '../../../ui/layout.module.css'
import classes from './clock-timeline.module.css'

const { timeline: t } = strings('trigger')

type Deadline = ContentOf<typeof sandboxApi.clock.listDeadlines>['data'][number]

const tones: Record<DeadlineKind, string> = {
  ACCESS_TOKEN: 'blue',
  REFRESH_TOKEN: 'violet',
  CLIENT_SECRET: 'magenta',
  RESTRICTION_END: 'green',
  SUBSCRIPTION_RENEWAL: 'violet',
  CAMPAIGN_START: 'green',
  CAMPAIGN_END: 'red',
  WEBHOOK_RETRY: 'amber',
  APP_DELETION: 'red',
}

function toneOf(kind: DeadlineKind): CSSProperties {
  return { '--tone': `var(--hue-${tones[kind]})` } as CSSProperties
}
const [hour, day] = [3_600, 86_400]
const ticks = [
  ['hour', hour],
  ['day', day],
  ['week', 7 * day],
  ['month', 30 * day],
] as const
const sliderSteps = 1_000
/** The slider stays at a deadline that is this close. */
const snapSteps = 12
type Props = { isMoving: boolean; onMove: (advanceSeconds: number) => void }

/** The next deadlines on the platform's time, and a slider that chooses a time to move the clock to. */
export function ClockTimeline({ isMoving, onMove }: Props) {
  const { data } = useQuery({
    queryKey: ['deadlines'],
    queryFn: () => api(sandboxApi.clock.listDeadlines),
    refetchInterval: 10_000,
  })
  const now = usePlatformTime()
  const [position, setPosition] = useState(0)
  const sliderId = useId()
  const deadlines = mergeDeadlines(data?.data ?? []).map((deadline) => ({
    ...deadline,
    sec: secondsTo(deadline, data?.now ?? ''),
  }))
  const horizonSec = Math.max(90 * day, ...deadlines.map(({ sec }) => sec)) * 1.02
  const positionOf = (sec: number) => positionAt(sec, horizonSec)
  const snapped = deadlines.find(({ sec }) => Math.abs(positionOf(sec) - position) <= snapSteps && position > 0)
  const targetSec = position === 0 ? 0 : (snapped?.sec ?? secondsAt(position, horizonSec))
  const move = (sec: number) => {
    setPosition(0)
    onMove(sec)
  }
  const target = dateMinuteFormat.format(now + targetSec * 1_000)
  return (
    <Stack gap="xs" className={classes.timeline}>
      <label htmlFor={sliderId}>{t.title}</label>
      <div className={classes.track}>
        {deadlines.map(({ kind, date, name, sec }) => (
          <span
            key={`${kind} ${date} ${name}`}
            className={classes.mark}
            data-deadline={kind}
            data-chosen={snapped?.date === date || undefined}
            style={{ insetInlineStart: offsetOf(positionOf(sec)), ...toneOf(kind) }}
          />
        ))}
        <input
          id={sliderId}
          type="range"
          min={0}
          max={sliderSteps}
          value={position}
          onChange={({ currentTarget }) => setPosition(currentTarget.valueAsNumber)}
          aria-valuetext={position === 0 ? t.now : `${target}${snapped ? `, ${t.kinds[snapped.kind]}` : ''}`}
        />
      </div>
      <div className={classes.ticks} aria-hidden="true">
        <span>{t.now}</span>
        {ticks.map(([name, sec]) => (
          <span key={name} style={{ insetInlineStart: offsetOf(positionOf(sec)) }}>
            {t.ticks[name]}
          </span>
        ))}
      </div>
      {position > 0 && (
        <Group justify="space-between" gap="xs">
          <Text size="sm">
            <b>{target}</b>
            {snapped && ` · ${t.kinds[snapped.kind]}`}
          </Text>
          <Button size="compact-sm" loading={isMoving} onClick={() => move(targetSec)}>
            {t.moveThere}
          </Button>
        </Group>
      )}
      <Deadlines deadlines={deadlines} isMoving={isMoving} onMove={move} />
    </Stack>
  )
}

const maxFirst = 5

function Deadlines({ deadlines, isMoving, onMove }: Props & { deadlines: readonly (Deadline & { sec: number })[] }) {
  const [isComplete, setComplete] = useState(false)
  const shown = isComplete ? deadlines : deadlines.slice(0, maxFirst)
  if (deadlines.length === 0)
    return (
      <Text size="sm" c="dimmed">
        {t.none}
      </Text>
    )
  return (
    <>
      <ul className={`${layout.rows} ${layout.dense} ${classes.deadlines}`} aria-label={t.next}>
        {shown.map(({ kind, date, name, count, sec }) => (
          <li key={`${kind} ${date} ${name}`}>
            <span className={classes.dot} style={toneOf(kind)} aria-hidden="true" />
            <span>
              <Text span inherit fw={500}>
                {t.kinds[kind]}
              </Text>{' '}
              {count > 1 && `× ${count.toLocaleString(language)}`}
              <Text component="span" display="block" size="xs" c="dimmed">
                <bdi>{name}</bdi> · <RelativeTime at={date} />
              </Text>
            </span>
            <Button
              size="compact-xs"
              variant="default"
              disabled={isMoving}
              onClick={() => onMove(sec)}
              aria-label={`${t.go}: ${t.kinds[kind]}, ${name}`}
            >
              {t.go}
            </Button>
          </li>
        ))}
      </ul>
      {deadlines.length > maxFirst && (
        <div>
          <Button
            size="compact-xs"
            variant="subtle"
            onClick={() => setComplete(!isComplete)}
            aria-expanded={isComplete}
          >
            {isComplete ? t.fewer : t.all(deadlines.length)}
          </Button>
        </div>
      )}
    </>
  )
}

const minuteMs = 60_000

/** Deadlines of one kind and name that pass within a minute are one, at the last of them. The list is in order of time. */
function mergeDeadlines(deadlines: readonly Deadline[]): Deadline[] {
  const merged: Deadline[] = []
  for (const deadline of deadlines) {
    const at = merged.findIndex(
      ({ kind, name, date }) =>
        kind === deadline.kind && name === deadline.name && Date.parse(deadline.date) - Date.parse(date) < minuteMs,
    )
    const before = merged[at]
    if (before === undefined) merged.push(deadline)
    else merged[at] = { ...deadline, count: before.count + deadline.count }
  }
  return merged
}

/** Above the middle of the slider's thumb, which is 16 px wide. */
function offsetOf(position: number): string {
  return `calc(8px + ${position / sliderSteps} * (100% - 16px))`
}

/** The seconds after which a deadline has passed. `readAt`: the platform's time when the deadline was read. */
function secondsTo({ date }: Deadline, readAt: string): number {
  return Math.max(1, Math.floor((Date.parse(date) - Date.parse(readAt)) / 1_000) + 1)
}

/** The first hour takes as much of the slider as the last months: the scale is exponential. */
const curve = 9

function positionAt(sec: number, horizonSec: number): number {
  return Math.round((sliderSteps * Math.log1p((sec / horizonSec) * Math.expm1(curve))) / curve)
}

function secondsAt(position: number, horizonSec: number): number {
  return Math.round((horizonSec * Math.expm1((curve * position) / sliderSteps)) / Math.expm1(curve))
}
