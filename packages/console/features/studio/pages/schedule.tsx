import { Badge, Button, Group, Stack, Text } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { consoleApi, limits } from '@onair/contract'
import { api } from '../../../lib/api.ts'
import { plannedFormat } from '../../../lib/time-format.ts'
import { language, strings } from '../../../locales/index.ts'
import { ErrorAlert } from '../../../ui/error-alert.tsx'
import { ConfirmButton } from '../../../ui/forms/confirm-button.tsx'
import { PageTitle } from '../../../ui/page-title.tsx'
import { QueryBoundary } from '../../../ui/query-boundary.tsx'
import { categoryName } from '../../channels/category-name.ts'
import { ScheduleForm } from '../schedule/schedule-form.tsx'
import { scheduleQuery, type Schedule } from '../schedule/schedule-query.ts'

const t = strings('schedule')

/** The broadcasts that the streamer plans. */
export function StudioSchedule() {
  const query = useQuery(scheduleQuery)
  return (
    <Stack gap="lg" maw={760}>
      <PageTitle description={t.about}>{t.title}</PageTitle>
      <QueryBoundary query={query}>
        {({ data, occurrences }) => (
          <>
            {data.length === 0 && (
              <Text size="sm" c="dimmed">
                {t.none}
              </Text>
            )}
            {occurrences.length > 0 && (
              <Stack component="section" gap="sm" className="card" aria-labelledby="next">
                <h2 id="next">{t.next}</h2>
                {occurrences.map((one) => (
                  <OccurrenceRow key={`${one.scheduleId} ${one.day}`} occurrence={one} />
                ))}
              </Stack>
            )}
            {data.length > 0 && (
              <Stack component="section" gap="md" className="card" aria-labelledby="entries">
                <h2 id="entries">{t.entries}</h2>
                {data.map((entry) => (
                  <Entry key={entry.scheduleId} entry={entry} />
                ))}
              </Stack>
            )}
            {data.length < limits.scheduledLives ? (
              <Stack component="section" gap="sm" className="card" aria-labelledby="add">
                <h2 id="add">{t.add}</h2>
                <ScheduleForm
                  label={t.add}
                  saved={null}
                  submitLabel={t.add}
                  save={(body) => api(consoleApi.schedule.createScheduledLive, { body })}
                />
              </Stack>
            ) : (
              <Text size="sm" c="dimmed">
                {t.full(limits.scheduledLives)}
              </Text>
            )}
          </>
        )}
      </QueryBoundary>
    </Stack>
  )
}

/** A broadcast of one day, which can be cancelled without its entry. */
function OccurrenceRow({ occurrence }: { occurrence: Schedule['occurrences'][number] }) {
  const { scheduleId, day, startsDate, title, isCancelled } = occurrence
  const queries = useQueryClient()
  const toggle = useMutation({
    mutationFn: () =>
      api(consoleApi.schedule.setOccurrence, { pathParams: { scheduleId, day }, body: { isCancelled: !isCancelled } }),
    onSettled: () => queries.invalidateQueries(scheduleQuery),
  })
  const date = plannedFormat.format(new Date(startsDate))
  const label = isCancelled ? t.restoreOf : t.skipOf
  return (
    <div>
      <Group justify="space-between" gap="sm">
        <div>
          <Text size="sm" c="dimmed">
            <time dateTime={startsDate}>{date}</time>
          </Text>
          <Text span td={isCancelled ? 'line-through' : undefined} dir="auto">
            {title}
          </Text>{' '}
          {isCancelled && <Badge color="gray">{t.cancelled}</Badge>}
        </div>
        <Button
          size="xs"
          variant="default"
          loading={toggle.isPending}
          onClick={() => toggle.mutate()}
          aria-label={label(title, date)}
        >
          {isCancelled ? t.restore : t.skip}
        </Button>
      </Group>
      {toggle.error && <ErrorAlert error={toggle.error} />}
    </div>
  )
}

function Entry({ entry }: { entry: Schedule['data'][number] }) {
  const { scheduleId, title, category, localStart, timeZone, isWeekly, lengthMin } = entry
  const [isEditing, setEditing] = useState(false)
  const queries = useQueryClient()
  const pathParams = { scheduleId }
  const start = new Date(`${localStart}Z`)
  const close = () => setEditing(false)
  const remove = async () => {
    await api(consoleApi.schedule.deleteScheduledLive, { pathParams })
    await queries.invalidateQueries(scheduleQuery)
  }
  if (isEditing)
    return (
      <ScheduleForm
        label={`${t.editOf(title)} ${scheduleId}`}
        saved={{ title, category, localStart, timeZone, isWeekly, lengthMin }}
        submitLabel={t.save}
        save={(body) => api(consoleApi.schedule.updateScheduledLive, { pathParams, body })}
        onDone={close}
        onCancel={close}
      />
    )
  return (
    <Group justify="space-between" gap="sm">
      <div>
        <Text fw={600} dir="auto">
          {title}
        </Text>
        <Text size="sm" c="dimmed">
          {isWeekly ? `${t.weekly} ${weekdayFormat.format(start)}` : `${t.once} ${dayFormat.format(start)}`}{' '}
          {localStart.slice(11)} ({timeZone}){lengthMin !== null && ` · ${t.fields.minutes(lengthMin)}`}
          {category && ` · ${categoryName(category)}`}
        </Text>
      </div>
      <Group gap="xs">
        <Button size="xs" variant="default" onClick={() => setEditing(true)} aria-label={t.editOf(title)}>
          {t.edit}
        </Button>
        <ConfirmButton
          label={t.delete}
          ariaLabel={t.deleteOf(title)}
          title={t.deleteTitle}
          confirmLabel={t.delete}
          onConfirm={remove}
        >
          {t.deleteAbout(title)}
        </ConfirmButton>
      </Group>
    </Group>
  )
}

const weekdayFormat = new Intl.DateTimeFormat(language, { timeZone: 'UTC', weekday: 'long' })
const dayFormat = new Intl.DateTimeFormat(language, { timeZone: 'UTC', month: 'short', day: 'numeric' })
