import { ActionIcon, Button, Group, Stack, Text } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { consoleApi, limits } from '@onair/contract'
import { api } from '../../../lib/api.ts'
import { usePlatformTime } from '../../../lib/platform-time.ts'
import { dayFormat, minuteFormat, plannedFormat } from '../../../lib/time-format.ts'
import { language, strings } from '../../../locales/index.ts'
import { ErrorAlert } from '../../../ui/error-alert.tsx'
import { IconChevronLeft, IconChevronRight } from '../../../ui/icons.tsx'
import { categoryName } from '../../channels/category-name.ts'
import { ownZone } from '../queries/channel-sums.ts'
import { scheduleQuery, type Occurrence } from './schedule-query.ts'
import layout from '../../../ui/layout.module.css'
import classes from './schedule.module.css'

const t = strings('schedule')

const weekMs = 7 * 86_400_000
const weekdayFormat = new Intl.DateTimeFormat(language, { weekday: 'short', month: 'numeric', day: 'numeric' })

/** The planned broadcasts of seven days, by day, in the time zone of the browser. */
export function Week({ occurrences }: { occurrences: readonly Occurrence[] }) {
  const [week, setWeek] = useState(0)
  const today = usePlatformTime()
  const days = Array.from({ length: 7 }, (_, at) => dayAfter(today, week * 7 + at))
  // A full list may not reach the last weeks.
  const last = occurrences.length < limits.listedOccurrences ? undefined : occurrences.at(-1)
  const lastWeek = last ? Math.floor((Date.parse(last.startsDate) - today) / weekMs) : limits.scheduledWeeks - 1
  const planned = days.map((day) =>
    occurrences.filter(({ startsDate }) => dayFormat.format(new Date(startsDate)) === dayFormat.format(day)),
  )
  return (
    <Stack component="section" gap="md" className="card" aria-labelledby="next">
      <Group justify="space-between" gap="sm">
        <div>
          <h2 id="next">{t.next}</h2>
          <Text size="sm" c="dimmed">
            {t.zone(ownZone)}
          </Text>
        </div>
        <Group gap="xs">
          <ActionIcon
            variant="default"
            aria-label={t.weekBefore}
            disabled={week === 0}
            onClick={() => setWeek(week - 1)}
          >
            <IconChevronLeft size={16} stroke={1.75} aria-hidden="true" />
          </ActionIcon>
          <Text span size="sm" role="status">
            {dayFormat.formatRange(dayAfter(today, week * 7), dayAfter(today, week * 7 + 6))}
          </Text>
          <ActionIcon
            variant="default"
            aria-label={t.weekAfter}
            disabled={week >= lastWeek}
            onClick={() => setWeek(week + 1)}
          >
            <IconChevronRight size={16} stroke={1.75} aria-hidden="true" />
          </ActionIcon>
        </Group>
      </Group>
      {planned.every(({ length }) => length === 0) && (
        <Text size="sm" c="dimmed">
          {t.noneInWeek}
        </Text>
      )}
      <ul className={classes.week}>
        {days.map((day, at) => (
          <li key={day.getTime()} data-today={(week === 0 && at === 0) || undefined}>
            <h3 className={layout.subtitle}>{weekdayFormat.format(day)}</h3>
            {planned[at]?.map((one) => (
              <OccurrenceBlock key={`${one.scheduleId} ${one.day}`} occurrence={one} />
            ))}
          </li>
        ))}
      </ul>
    </Stack>
  )
}

/** A broadcast of one day, which can be cancelled without its entry. */
function OccurrenceBlock({ occurrence }: { occurrence: Occurrence }) {
  const { scheduleId, day, startsDate, endsDate, title, category, isCancelled } = occurrence
  const queries = useQueryClient()
  const toggle = useMutation({
    mutationFn: () =>
      api(consoleApi.schedule.setOccurrence, { pathParams: { scheduleId, day }, body: { isCancelled: !isCancelled } }),
    onSettled: () => queries.invalidateQueries(scheduleQuery),
  })
  const start = new Date(startsDate)
  const label = isCancelled ? t.restoreOf : t.skipOf
  return (
    <Stack
      gap={2}
      align="start"
      mt="xs"
      p="xs"
      bg="var(--color-background)"
      bdrs="sm"
      fz="sm"
      td={isCancelled ? 'line-through' : undefined}
    >
      <time dateTime={startsDate}>
        {minuteFormat.format(start)}
        {endsDate !== null && ` – ${minuteFormat.format(new Date(endsDate))}`}
      </time>
      <b>
        <bdi>{title}</bdi>
      </b>
      {(isCancelled || category) && (
        <Text span size="xs" c="dimmed">
          {isCancelled ? t.cancelled : category && categoryName(category)}
        </Text>
      )}
      <Button
        size="compact-xs"
        variant="default"
        mt={4}
        loading={toggle.isPending}
        onClick={() => toggle.mutate()}
        aria-label={label(title, plannedFormat.format(start))}
      >
        {isCancelled ? t.restore : t.skip}
      </Button>
      {toggle.error && <ErrorAlert error={toggle.error} />}
    </Stack>
  )
}

/** The start of a day that is some days after that of a time. */
function dayAfter(time: number, days: number): Date {
  const date = new Date(time)
  return new Date(date.getFullYear(), date.getMonth(), date.getDate() + days)
}
