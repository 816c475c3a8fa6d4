import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { consoleApi, limits, type ContentOf } from '@onair/contract'
import { api } from '../../../lib/api.ts'
import { useDraft } from '../../../lib/drafts.ts'
import { strings } from '../../../locales/index.ts'
import { ErrorAlert } from '../../../ui/error-alert.tsx'
import { RelativeTime } from '../../../ui/relative-time.tsx'
import { noticeQuery } from '../queries/studio-queries.ts'
import { useStudioChannelId } from '../studio-channel.ts'
import classes from '../pages/studio.module.css'

const { chat: t } = strings('studio')

/** The notice of the chat, and a form for a new one. */
export function NoticeForm({ notice }: { notice: ContentOf<typeof consoleApi.moderation.getNotice>['notice'] }) {
  const pathParams = { channelId: useStudioChannelId() }
  const [draft, setDraft] = useDraft<string>(`notice ${pathParams.channelId}`)
  const message = draft ?? ''
  const queries = useQueryClient()
  const onSuccess = () => queries.invalidateQueries(noticeQuery(pathParams.channelId))
  const save = useMutation({
    mutationFn: () => api(consoleApi.moderation.putNotice, { pathParams, body: { message } }),
    onSuccess: async () => {
      await onSuccess()
      setDraft(() => null)
    },
  })
  const remove = useMutation({
    mutationFn: () => api(consoleApi.moderation.deleteNotice, { pathParams }),
    onSuccess,
  })
  const { length } = Array.from(message.normalize('NFC'))
  const isTooLong = length > limits.messageLength
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save.mutate()
  }
  return (
    <Stack gap="md" maw={620}>
      {notice === null ? (
        <Text size="sm" c="dimmed">
          {t.noNotice}
        </Text>
      ) : (
        <Stack gap="xs">
          <p className={classes.notice}>
            <bdi>{notice.message}</bdi>
          </p>
          <Group gap="md">
            <Text span size="sm" c="dimmed">
              <RelativeTime at={notice.createdDate} />
            </Text>
            <Button size="xs" variant="default" loading={remove.isPending} onClick={() => remove.mutate()}>
              {t.remove}
            </Button>
          </Group>
        </Stack>
      )}
      <form onSubmit={submit}>
        <Stack gap="sm">
          <TextInput
            label={t.newNotice}
            description={t.noticeCount(length)}
            value={message}
            onChange={({ currentTarget: { value } }) => setDraft(() => value)}
            error={isTooLong && t.tooLong}
            maxLength={limits.textInputLength}
          />
          {(save.error ?? remove.error) && <ErrorAlert error={save.error ?? remove.error} retry={save.reset} />}
          <Group>
            <Button
              type="submit"
              variant="default"
              loading={save.isPending}
              disabled={isTooLong || message.trim() === ''}
            >
              {notice === null ? t.put : t.replace}
            </Button>
          </Group>
        </Stack>
      </form>
    </Stack>
  )
}
