import { Button, Group, Stack, Text, Textarea } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { consoleApi, limits, type ContentOf } from '@onair/contract'
import { api } from '../../../lib/api.ts'
import { useDraft } from '../../../lib/drafts.ts'
import { strings } from '../../../locales/index.ts'
import { ErrorAlert } from '../../../ui/error-alert.tsx'

const { streamRequest: t } = strings('studio')

type Request = ContentOf<typeof consoleApi.studio.getStudioOverview>['streamRequest']

/** The request to stream of a person whom the site has not approved: its form, or its state. */
export function StreamRequest({ request }: { request: Request }) {
  const isWaiting = request !== null && !request.isDeclined
  return (
    <section className="card" aria-labelledby="stream-request">
      <h2 id="stream-request">{request === null ? t.needed : isWaiting ? t.waiting : t.declined}</h2>
      {isWaiting && <Text mt="xs">{t.waitingHint}</Text>}
      {isWaiting && <Written>{request.text}</Written>}
      {request?.answer != null && <Written>{t.reason(request.answer)}</Written>}
      {request?.isDeclined === true && <Text mt="xs">{t.declinedHint}</Text>}
      {!isWaiting && <RequestForm />}
    </section>
  )
}

function Written({ children }: { children: string }) {
  return (
    <Text inherit c="dimmed" mt={4} dir="auto" style={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
      {children}
    </Text>
  )
}

function RequestForm() {
  const [draft, setDraft] = useDraft<string>('streamRequest')
  const text = draft ?? ''
  const queries = useQueryClient()
  const send = useMutation({
    mutationFn: () => api(consoleApi.studio.requestStreaming, { body: { text: text.trim() } }),
    onSuccess: () => setDraft(() => null),
    onSettled: () => queries.invalidateQueries({ queryKey: ['studio'] }),
  })
  return (
    <Stack
      component="form"
      gap="sm"
      mt="xs"
      onSubmit={(event) => {
        event.preventDefault()
        send.mutate()
      }}
    >
      <Textarea
        label={t.text}
        description={t.textCount(text.length)}
        value={text}
        onChange={({ currentTarget: { value } }) => setDraft(() => value)}
        maxLength={limits.streamRequestLength}
        autosize
        minRows={2}
        maxRows={5}
      />
      {send.error !== null && <ErrorAlert error={send.error} />}
      <Group>
        <Button type="submit" size="sm" loading={send.isPending} disabled={text.trim() === ''}>
          {t.send}
        </Button>
      </Group>
    </Stack>
  )
}
