import { Button, Checkbox, Group, NativeSelect, SimpleGrid, Stack, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { limits, type BodyOf, type consoleApi } from '@onair/contract'
import { useDraft } from '../../../lib/drafts.ts'
import { strings } from '../../../locales/index.ts'
import { ErrorAlert } from '../../../ui/error-alert.tsx'
import { CategorySelect, type NamedCategory } from '../../channels/category-select.tsx'
import { ownZone } from '../queries/channel-sums.ts'
import { scheduleQuery } from './schedule-query.ts'
import { TimeZoneSelect } from './time-zone-select.tsx'

const t = strings('schedule')

type PlanValues = BodyOf<typeof consoleApi.schedule.createScheduledLive>
export type FormPlan = Omit<PlanValues, 'categoryId'> & { category: NamedCategory | null }
type Props = {
  label: string
  /** The stored values. Null: a new entry. */
  saved: FormPlan | null
  submitLabel: string
  save: (values: PlanValues) => Promise<unknown>
  onDone?: () => void
  onCancel?: () => void
}

const lengths = [30, 60, 90, 120, 180, 240, 300, 360, 480, 720, 1_440]
const empty: FormPlan = {
  title: '',
  category: null,
  localStart: '',
  timeZone: ownZone,
  isWeekly: false,
  lengthMin: null,
}

/** A planned broadcast. The start is a time of clocks in the time zone that is chosen. */
export function ScheduleForm({ label, saved, submitLabel, save, onDone, onCancel }: Props) {
  const [draft, setDraft] = useDraft<FormPlan>(label)
  const values = draft ?? saved ?? empty
  const { title, category, localStart, timeZone, isWeekly, lengthMin } = values
  const queries = useQueryClient()
  const mutation = useMutation({
    mutationFn: ({ category: chosen, ...plan }: FormPlan) => save({ ...plan, categoryId: chosen?.categoryId ?? null }),
    onSuccess: async () => {
      setDraft(() => null)
      await queries.invalidateQueries(scheduleQuery)
      onDone?.()
    },
  })
  const set = (change: Partial<FormPlan>) => setDraft((before) => ({ ...(before ?? saved ?? empty), ...change }))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    mutation.mutate(values)
  }
  const cancel = () => {
    setDraft(() => null)
    onCancel?.()
  }
  return (
    <form onSubmit={submit} aria-label={label}>
      <Stack gap="md">
        <TextInput
          label={t.fields.title}
          value={title}
          onChange={(event) => set({ title: event.currentTarget.value })}
          maxLength={limits.liveTitleLength}
          required
        />
        <CategorySelect
          value={category}
          onChange={(chosen) =>
            set({
              category: chosen && {
                categoryId: chosen.categoryId,
                categoryValue: chosen.categoryValue,
                englishName: chosen.englishName,
              },
            })
          }
          clearable
        />
        <SimpleGrid minColWidth="min(100%, 14rem)" autoFlow="auto-fit">
          <TextInput
            type="datetime-local"
            label={isWeekly ? t.fields.weeklyStart : t.fields.start}
            value={localStart}
            onChange={(event) => set({ localStart: event.currentTarget.value.slice(0, 16) })}
            required
          />
          <NativeSelect
            label={t.fields.length}
            value={lengthMin === null ? '' : String(lengthMin)}
            onChange={({ currentTarget: { value } }) => set({ lengthMin: value === '' ? null : Number(value) })}
            data={[
              { value: '', label: t.fields.noLength },
              ...lengths.map((minutes) => ({ value: String(minutes), label: t.fields.minutes(minutes) })),
            ]}
          />
        </SimpleGrid>
        <TimeZoneSelect
          description={isWeekly ? t.fields.timeZoneHint : undefined}
          value={timeZone}
          onChange={(zone) => set({ timeZone: zone })}
        />
        <Checkbox
          label={t.fields.weekly}
          checked={isWeekly}
          onChange={(event) => set({ isWeekly: event.currentTarget.checked })}
        />
        {mutation.error && <ErrorAlert error={mutation.error} />}
        <Group gap="xs">
          <Button type="submit" loading={mutation.isPending} disabled={title.trim() === '' || localStart === ''}>
            {submitLabel}
          </Button>
          {onCancel && (
            <Button variant="default" onClick={cancel}>
              {t.cancelEdit}
            </Button>
          )}
        </Group>
      </Stack>
    </form>
  )
}
