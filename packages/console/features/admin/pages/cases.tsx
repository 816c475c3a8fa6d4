import { Button, Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useState, type SubmitEvent } from 'react'
import { caseFileSubjects, consoleApi } from '@onair/contract'
import { api, download, isNotFound } from '../../../lib/api.ts'
import { localInputValue } from '../../../lib/local-input-value.ts'
import { saveFile } from '../../../lib/save-file.ts'
import { language, strings } from '../../../locales/index.ts'
import { ErrorAlert } from '../../../ui/error-alert.tsx'
import { PageTitle } from '../../../ui/page-title.tsx'
import { Holds } from '../components/holds.tsx'
import { personQuery } from '../queries.ts'

const { cases: t, suspend, audit } = strings('admin')

const number = new Intl.NumberFormat(language)
/** More than the last line of a case file takes. */
const lastLineBytes = 10_000
const hour = 3600
const dayMs = 86_400_000
const durations = [
  { value: '', label: t.untilLifted },
  ...[30, 90, 365].map((days) => ({ value: String(days * 24 * hour), label: suspend.duration(days * 24) })),
]

/** Case files and holds, for requests of authorities. */
export function AdminCases() {
  const { channel = '' } = useSearch({ from: '/admin/cases' })
  return (
    <Stack gap="lg">
      <PageTitle description={t.about}>{t.title}</PageTitle>
      <CaseForm key={channel} channel={channel} />
      <Holds />
    </Stack>
  )
}

type Field = 'channelId' | 'caseNumber' | 'reason' | 'seconds' | 'subject' | 'from' | 'to'
type Fields = Record<Field, string>

function CaseForm({ channel }: { channel: string }) {
  const queries = useQueryClient()
  const [typedId, setTypedId] = useState(channel)
  const placing = useMutation({
    mutationFn: ({ channelId, caseNumber, reason, seconds }: Fields) =>
      api(consoleApi.admin.placeHold, {
        pathParams: { channelId },
        body: { caseNumber, reason, ...(seconds !== '' && { seconds: Number(seconds) }) },
      }),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['admin'] }),
  })
  const exporting = useMutation({
    mutationFn: async (fields: Fields) => {
      const file = await download(pathOf(fields))
      saveFile(`case-${fields.channelId}.jsonl`, 'application/x-ndjson', file)
      const lastLine = (await file.slice(-lastLineBytes).text()).trimEnd().split('\n').at(-1) ?? ''
      return JSON.parse(lastLine) as { lines: number; sha256: string }
    },
  })
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const fields = Object.fromEntries(new FormData(event.currentTarget)) as Fields
    const trimmed = { ...fields, caseNumber: fields.caseNumber.trim(), reason: fields.reason.trim() }
    if (event.nativeEvent.submitter?.getAttribute('value') === 'file') exporting.mutate(trimmed)
    else placing.mutate(trimmed)
  }
  return (
    <form className="card" aria-labelledby="case" onSubmit={submit}>
      <Stack gap="md">
        <h2 id="case">{t.request}</h2>
        <Group align="start" gap="md">
          <TextInput
            label={t.channel}
            name="channelId"
            description={<PersonName channelId={typedId} />}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            defaultValue={channel}
            onChange={({ currentTarget: { value } }) => setTypedId(value)}
            pattern="[0-9a-f]{32}"
            title={audit.channelHint}
            required
            withAsterisk={false}
            maw={340}
            flex="1 1 300px"
          />
          <TextInput label={t.caseNumber} name="caseNumber" maxLength={100} required withAsterisk={false} />
          <TextInput label={t.reason} name="reason" maxLength={200} required withAsterisk={false} flex="1 1 240px" />
        </Group>
        <div>
          <h3>{t.hold}</h3>
          <Text size="sm" c="dimmed">
            {t.holdAbout}
          </Text>
        </div>
        <Group align="end" gap="md">
          <NativeSelect label={t.howLong} name="seconds" data={durations} />
          <Button type="submit" value="hold" loading={placing.isPending}>
            {t.place}
          </Button>
          {placing.isSuccess && (
            <Text span size="sm" c="dimmed" role="status">
              {t.placed}
            </Text>
          )}
        </Group>
        {placing.error !== null && <ErrorAlert error={placing.error} />}
        <div>
          <h3>{t.file}</h3>
          <Text size="sm" c="dimmed">
            {t.fileAbout}
          </Text>
        </div>
        <Group align="end" gap="md">
          <NativeSelect
            label={t.subject}
            name="subject"
            data={caseFileSubjects.map((value) => ({ value, label: t.subjects[value] }))}
          />
          {(['from', 'to'] as const).map((name) => (
            <TextInput
              key={name}
              type="datetime-local"
              label={t[name]}
              name={name}
              defaultValue={startOfDay(name === 'from' ? -30 : 1)}
              required
              withAsterisk={false}
            />
          ))}
          <Button type="submit" value="file" variant="default" loading={exporting.isPending}>
            {t.download}
          </Button>
          {exporting.isSuccess && (
            <Text span size="sm" c="dimmed" role="status" style={{ overflowWrap: 'anywhere' }}>
              {t.done(number.format(exporting.data.lines), exporting.data.sha256)}
            </Text>
          )}
        </Group>
        {exporting.error !== null && <ErrorAlert error={exporting.error} />}
      </Stack>
    </form>
  )
}

/** The name of the person, so that a hold is placed on the right one. Nothing until the ID is complete. */
function PersonName({ channelId }: { channelId: string }) {
  const isComplete = /^[0-9a-f]{32}$/.test(channelId)
  const { data, error } = useQuery({ ...personQuery(channelId), enabled: isComplete })
  if (!isComplete) return null
  if (isNotFound(error)) return t.unknownPerson
  return data === undefined ? null : <bdi>{data.channelName}</bdi>
}

/** The start of a day so many days from now, in the time zone of the browser. */
function startOfDay(days: number): string {
  return `${localInputValue(Date.now() + days * dayMs).slice(0, 10)}T00:00`
}

function pathOf({ channelId, caseNumber, reason, subject, from, to }: Fields): string {
  const query = new URLSearchParams({ subject, since: toSecond(from), until: toSecond(to), caseNumber, reason })
  return `${consoleApi.admin.getCaseFile.path.replace('{channelId}', channelId)}?${query.toString()}`
}

/** A time of an input, which is in the time zone of the browser. */
function toSecond(local: string): string {
  return `${new Date(local).toISOString().slice(0, 19)}Z`
}
