import { Button, Checkbox, Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { consoleApi, limits, type ContentOf } from '@onair/contract'
import { api } from '../../../lib/api.ts'
import { accountQuery } from '../../account/queries.ts'
import { useDraft } from '../../../lib/drafts.ts'
import { strings } from '../../../locales/index.ts'
import { QueryBoundary } from '../../../ui/query-boundary.tsx'
import { EditForm } from '../../../ui/forms/edit-form.tsx'
import { ErrorAlert } from '../../../ui/error-alert.tsx'
import { RelativeTime } from '../../../ui/relative-time.tsx'
import { PageTitle } from '../../../ui/page-title.tsx'
import { chatSettingsQuery, noticeQuery, type ChatSettings } from '../queries/studio-queries.ts'
import { useStudioChannelId } from '../studio-channel.ts'
import classes from './studio.module.css'

const { chat: t } = strings('studio')

const conditions = ['NONE', 'REAL_NAME'] as const
const groups = ['ALL', 'FOLLOWER', 'SUBSCRIBER', 'MANAGER'] as const

/** The notice and the rules of the chat. */
export function StudioChat() {
  const channelId = useStudioChannelId()
  const settings = useQuery(chatSettingsQuery(channelId))
  const noticeResult = useQuery(noticeQuery(channelId))
  return (
    <Stack gap="lg" maw={760}>
      <PageTitle>{t.title}</PageTitle>
      <QueryBoundary query={noticeResult}>
        {({ notice }) => (
          <>
            <NoticeCard notice={notice} />
            <QueryBoundary query={settings}>{(setting) => <ChatSettingsForm setting={setting} />}</QueryBoundary>
          </>
        )}
      </QueryBoundary>
    </Stack>
  )
}

function ChatSettingsForm({ setting }: { setting: ChatSettings }) {
  const canVerify = useQuery(accountQuery).data?.canVerifyIdentity ?? true
  const channelId = useStudioChannelId()
  const queries = useQueryClient()
  const save = async (body: object) => {
    await api(consoleApi.chatSettings.updateChatSettings, { pathParams: { channelId }, body })
    await queries.invalidateQueries(chatSettingsQuery(channelId))
  }
  return (
    <EditForm label={t.rules} savedValues={setting} save={save}>
      {(values, set) => (
        <>
          <div>
            <h2>{t.rules}</h2>
            <Text size="sm" c="dimmed">
              {t.rulesHint}
            </Text>
          </div>
          <NativeSelect
            label={t.group}
            value={values.chatAvailableGroup}
            onChange={(event) =>
              set({ chatAvailableGroup: event.currentTarget.value as ChatSettings['chatAvailableGroup'] })
            }
            data={groups.map((value) => ({ value, label: t.groups[value] }))}
          />
          {values.chatAvailableGroup === 'FOLLOWER' && (
            <>
              <NativeSelect
                label={t.followedFor}
                value={String(values.minFollowerMinute)}
                onChange={(event) => set({ minFollowerMinute: Number(event.currentTarget.value) })}
                data={limits.minFollowerMinutes.map((value) => ({
                  value: String(value),
                  label: t.followMinutes(value),
                }))}
              />
              <Checkbox
                label={t.subscribers}
                checked={values.allowSubscriberInFollowerMode}
                onChange={(event) => set({ allowSubscriberInFollowerMode: event.currentTarget.checked })}
              />
            </>
          )}
          <NativeSelect
            label={t.condition}
            value={values.chatAvailableCondition}
            onChange={(event) =>
              set({ chatAvailableCondition: event.currentTarget.value as ChatSettings['chatAvailableCondition'] })
            }
            description={canVerify ? undefined : t.cannotVerify}
            error={!canVerify && values.chatAvailableCondition === 'REAL_NAME' && t.nobodyCanChat}
            data={conditions.map((value) => ({
              value,
              label: t.conditions[value],
              disabled: value === 'REAL_NAME' && !canVerify && setting.chatAvailableCondition !== value,
            }))}
          />
          <NativeSelect
            label={t.slowMode}
            description={t.slowModeHint}
            value={String(values.chatSlowModeSec)}
            onChange={(event) => set({ chatSlowModeSec: Number(event.currentTarget.value) })}
            data={limits.chatSlowModeSecs.map((value) => ({ value: String(value), label: t.slowModeSeconds(value) }))}
          />
          <Checkbox
            label={t.emoticonMode}
            description={t.emoticonModeHint}
            checked={values.chatEmojiMode}
            onChange={(event) => set({ chatEmojiMode: event.currentTarget.checked })}
          />
        </>
      )}
    </EditForm>
  )
}

function NoticeCard({ notice }: { notice: ContentOf<typeof consoleApi.moderation.getNotice>['notice'] }) {
  const pathParams = { channelId: useStudioChannelId() }
  const [draft, setDraft] = useDraft<string>('notice')
  const message = draft ?? ''
  const queries = useQueryClient()
  const onSuccess = () => queries.invalidateQueries(noticeQuery(pathParams.channelId))
  const save = useMutation({
    mutationFn: () => api(consoleApi.moderation.putNotice, { pathParams: pathParams, body: { message } }),
    onSuccess: async () => {
      await onSuccess()
      setDraft(() => null)
    },
  })
  const remove = useMutation({
    mutationFn: () => api(consoleApi.moderation.deleteNotice, { pathParams: pathParams }),
    onSuccess,
  })
  const isTooLong = Array.from(message.normalize('NFC')).length > limits.messageLength
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save.mutate()
  }
  return (
    <section className="card" aria-labelledby="notice">
      <Stack gap="md" maw={620}>
        <h2 id="notice">{t.notice}</h2>
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
    </section>
  )
}
