import { Button, Group, Stack, Text } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { consoleApi, limits } from '@onair/contract'
import { api } from '../../../lib/api.ts'
import { useDraft } from '../../../lib/drafts.ts'
import { usePlatformTime } from '../../../lib/platform-time.ts'
import { language, strings } from '../../../locales/index.ts'
import { ConfirmButton } from '../../../ui/forms/confirm-button.tsx'
import { PageTitle } from '../../../ui/page-title.tsx'
import { QueryBoundary } from '../../../ui/query-boundary.tsx'
import { categoryName } from '../../channels/category-name.ts'
import { ScheduleRows } from '../../watch/about/channel-schedule.tsx'
import { ownZone } from '../queries/channel-sums.ts'
import { ScheduleForm } from '../schedule/schedule-form.tsx'
import { scheduleQuery, type Schedule } from '../schedule/schedule-query.ts'
import { Week } from '../schedule/week.tsx'
import layout from '../../../ui/layout.module.css'

const t = strings('schedule')

/** The broadcasts that the streamer plans. */
export function StudioSchedule() {
  const query = useQuery(scheduleQuery)
  const [isAdding, setAdding] = useDraft<true>('schedule form')
  const close = () => setAdding(() => null)
  const addButton = !isAdding && query.data && query.data.data.length < limits.scheduledLives && (
    <Button onClick={() => setAdding(() => true)}>{t.add}</Button>
  )
  return (
    <Stack gap="lg">
      <Group justify="space-between" align="end" gap="sm">
        <PageTitle description={t.about}>{t.title}</PageTitle>
        {query.data?.data.length !== 0 && addButton}
      </Group>
      {isAdding && (
        <Stack component="section" gap="sm" className="card" maw={760} aria-labelledby="add">
          <h2 id="add">{t.add}</h2>
          <ScheduleForm
            label={t.add}
            saved={null}
            submitLabel={t.add}
            save={(body) => api(consoleApi.schedule.createScheduledLive, { body })}
            onDone={close}
            onCancel={close}
          />
        </Stack>
      )}
      <QueryBoundary query={query}>
        {({ data, occurrences }) =>
          data.length === 0 ? (
            <div className={layout.emptyState}>
              <h2>{t.none}</h2>
              <Text c="dimmed">{t.noneHint}</Text>
              <Example />
              {addButton}
            </div>
          ) : (
            <>
              <Week occurrences={occurrences} />
              <Stack component="section" gap="sm" className="card" aria-labelledby="entries">
                <div>
                  <h2 id="entries">{t.entries}</h2>
                  {data.length >= limits.scheduledLives && (
                    <Text size="sm" c="dimmed">
                      {t.full(limits.scheduledLives)}
                    </Text>
                  )}
                </div>
                <ul className={layout.rows}>
                  {data.map((entry) => (
                    <Entry key={entry.scheduleId} entry={entry} />
                  ))}
                </ul>
              </Stack>
            </>
          )
        }
      </QueryBoundary>
    </Stack>
  )
}

/** A planned broadcast as viewers see it. */
function Example() {
  const now = usePlatformTime()
  const date = new Date(now)
  const startsDate = new Date(date.getFullYear(), date.getMonth(), date.getDate() + 1, 20).toISOString()
  return (
    <ScheduleRows
      occurrences={[
        { scheduleId: '', day: '', startsDate, endsDate: null, title: t.example, category: null, isCancelled: false },
      ]}
    />
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
  const facts = [
    isWeekly ? t.everyWeek(weekdayFormat.format(start)) : dateFormat.format(start),
    `${localStart.slice(11)}${timeZone === ownZone ? '' : ` (${timeZone})`}`,
    lengthMin !== null && t.fields.minutes(lengthMin),
    category && categoryName(category),
  ]
  return (
    <li className={layout.row}>
      {isEditing ? (
        <div style={{ flex: '1 1 100%' }}>
          <ScheduleForm
            label={`${t.editOf(title)} ${scheduleId}`}
            saved={{ title, category, localStart, timeZone, isWeekly, lengthMin }}
            submitLabel={t.save}
            save={(body) => api(consoleApi.schedule.updateScheduledLive, { pathParams, body })}
            onDone={close}
            onCancel={close}
          />
        </div>
      ) : (
        <>
          <div>
            <Text fw={600} dir="auto">
              {title}
            </Text>
            <Text size="sm" c="dimmed">
              {facts.filter(Boolean).join(' · ')}
            </Text>
          </div>
          <div className={layout.rowActions}>
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
          </div>
        </>
      )}
    </li>
  )
}

const weekdayFormat = new Intl.DateTimeFormat(language, { timeZone: 'UTC', weekday: 'long' })
const dateFormat = new Intl.DateTimeFormat(language, {
  timeZone: 'UTC',
  month: 'short',
  day: 'numeric',
  weekday: 'short',
})
