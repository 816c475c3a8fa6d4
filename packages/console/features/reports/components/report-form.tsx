import { Button, Group, Radio, Stack, Text, Textarea } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { consoleApi, limits, reportReasons, type ReportReason } from '@onair/contract'
import { api, isRefusal } from '../../../lib/api.ts'
import { useDraft } from '../../../lib/drafts.ts'
import { focusOnOpen } from '../../../lib/focus.ts'
import { strings } from '../../../locales/index.ts'
import { ErrorAlert } from '../../../ui/error-alert.tsx'
import { ErrorText } from '../../../ui/forms/error-text.tsx'
import { ownReportsQuery } from '../queries.ts'

const { form: t, reasons } = strings('reports')
const { dialog } = strings('common')

export type ReportSubject =
  | { kind: 'MESSAGE'; channelId: string; messageId: string }
  | { kind: 'CHANNEL'; channelId: string }
  | { kind: 'APP'; clientId: string }

type Report = { reason: ReportReason | null; text: string }
const initial: Report = { reason: null, text: '' }

/** The reason of a report, a text, and what happens next. Without `onClose` it stands in a page of its own. */
export function ReportForm({ subject, onClose }: { subject: ReportSubject; onClose?: () => void }) {
  const [draft, setDraft] = useDraft<Report>(`report ${Object.values(subject).join(' ')}`)
  const { reason, text } = draft ?? initial
  const change = (changed: Partial<Report>) => setDraft((before) => ({ ...(before ?? initial), ...changed }))
  const queries = useQueryClient()
  const send = useMutation({
    mutationFn: (chosen: ReportReason) =>
      api(consoleApi.reports.createReport, { body: { ...subject, reason: chosen, ...(text.trim() && { text }) } }),
    onSuccess: () => {
      setDraft(() => null)
      return queries.invalidateQueries(ownReportsQuery)
    },
  })
  const isReported = isRefusal(send.error, 'ALREADY_REPORTED') || isRefusal(send.error, 'REPORTED_OFTEN')
  if (send.isSuccess || isReported)
    return (
      <Stack gap="md">
        <Text role="status">{isReported ? <ErrorText error={send.error} /> : t.done}</Text>
        <Group gap="xs">
          {onClose && (
            <Button variant="default" onClick={onClose} ref={focusOnOpen}>
              {dialog.close}
            </Button>
          )}
          <Button component="a" href="/account#reports" variant="subtle">
            {t.own}
          </Button>
        </Group>
      </Stack>
    )
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (reason !== null) send.mutate(reason)
  }
  return (
    <Stack component="form" gap="md" onSubmit={submit}>
      <Radio.Group
        label={t.reason}
        value={reason}
        onChange={(value) => change({ reason: value })}
        required
        withAsterisk={false}
      >
        <Stack gap="xs" mt="xs">
          {reportReasons.map((value) => (
            <Radio key={value} value={value} label={reasons[value]} />
          ))}
        </Stack>
      </Radio.Group>
      <Textarea
        label={t.text}
        value={text}
        onChange={({ currentTarget: { value } }) => change({ text: value })}
        maxLength={limits.reportTextLength}
        autosize
        minRows={2}
        maxRows={6}
      />
      <Text size="sm" c="dimmed">
        {t.next}
      </Text>
      {send.error && <ErrorAlert error={send.error} retry={() => reason !== null && send.mutate(reason)} />}
      <Group gap="xs">
        <Button type="submit" color="red" loading={send.isPending} disabled={reason === null}>
          {t.submit}
        </Button>
        {onClose && (
          <Button variant="default" onClick={onClose}>
            {dialog.cancel}
          </Button>
        )}
      </Group>
    </Stack>
  )
}
