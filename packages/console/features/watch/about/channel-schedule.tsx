import { Anchor, Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { isPrivate, type Audience, type consoleApi, type ContentOf } from '@onair/contract'
import { plannedFormat } from '../../../lib/time-format.ts'
import { strings } from '../../../locales/index.ts'
import { categoryName } from '../../channels/category-name.ts'
import { channelScheduleQuery } from './queries.ts'
import classes from './about.module.css'

const { schedule: t } = strings('about')

/** Before the viewer asks for all. */
const shownFirst = 4

/** The next broadcasts that the channel plans, in the time zone of the viewer; nothing where there are none. */
export function ChannelSchedule({ channelId, audience }: { channelId: string; audience: Audience }) {
  const { data } = useQuery(channelScheduleQuery(channelId))
  const [isFull, setFull] = useState(false)
  if (data === undefined || data.occurrences.length === 0) return null
  const { occurrences } = data
  return (
    <section className={classes.about} aria-label={t.title}>
      <h2>{t.title}</h2>
      <ScheduleRows occurrences={occurrences.slice(0, isFull ? undefined : shownFirst)} />
      <div>
        {occurrences.length > shownFirst && !isFull && (
          <Button size="xs" variant="default" mr="sm" onClick={() => setFull(true)}>
            {t.all(occurrences.length)}
          </Button>
        )}
        {!isPrivate(audience) && (
          <Anchor href={`/watch/${channelId}/schedule.ics`} size="sm">
            {t.calendar}
          </Anchor>
        )}
      </div>
    </section>
  )
}

type Occurrences = ContentOf<typeof consoleApi.schedule.getChannelSchedule>['occurrences']

/** Planned broadcasts, in the time zone of the reader. */
export function ScheduleRows({ occurrences }: { occurrences: Occurrences }) {
  return (
    <ul className={classes.schedule}>
      {occurrences.map((one) => (
        <li key={`${one.scheduleId} ${one.day}`} data-cancelled={one.isCancelled || undefined}>
          <time dateTime={one.startsDate}>{plannedFormat.format(new Date(one.startsDate))}</time>
          <bdi>{one.title}</bdi>
          <small>{one.isCancelled ? t.cancelled : one.category && categoryName(one.category)}</small>
        </li>
      ))}
    </ul>
  )
}
