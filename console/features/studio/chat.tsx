import { Button, Checkbox, Group, NativeSelect, Stack, TextInput } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { consoleApi, limits } from '@onair/contract'
import { api } from '../../lib/api.ts'
import { localize } from '../../lib/language.ts'
import { QueryBoundary } from '../../ui/query-boundary.tsx'
import { EditForm } from '../../ui/edit-form.tsx'
import { ErrorAlert } from '../../ui/error-alert.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { PageTitle } from '../../ui/page-title.tsx'
import { chatSettingsQuery, noticeQuery, type ChatSettings } from './studio-queries.ts'
import { useVisitorChannelId } from '../../lib/visitor.ts'
import classes from './studio.module.css'

const conditions = ['NONE', 'REAL_NAME'] as const
const groups = ['ALL', 'FOLLOWER', 'SUBSCRIBER', 'MANAGER'] as const

/** Who may speak in one's chat and how often, and the notice above it. */
export function StudioChat() {
  const query = useQuery(chatSettingsQuery)
  return (
    <Stack gap="lg">
      <PageTitle>{t.title}</PageTitle>
      <NoticeCard />
      <QueryBoundary query={query}>{(setting) => <ChatSettingsForm setting={setting} />}</QueryBoundary>
    </Stack>
  )
}

function ChatSettingsForm({ setting }: { setting: ChatSettings }) {
  const queries = useQueryClient()
  // What the platform allows stands in the menus; it looks again.
  const save = async (body: object) => {
    await api(consoleApi.chatSettings.updateChatSettings, { body })
    await queries.invalidateQueries(chatSettingsQuery)
  }
  return (
    <EditForm label={t.rules} savedValues={setting} save={save}>
      {(values, set) => (
        <>
          <div>
            <h2>{t.rules}</h2>
            <p className="small soft">{t.rulesHint}</p>
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
                label={t.minutes}
                value={String(values.minFollowerMinute)}
                onChange={(event) => set({ minFollowerMinute: Number(event.currentTarget.value) })}
                data={limits.minFollowerMinutes.map((value) => ({ value: String(value), label: t.minute(value) }))}
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
            data={conditions.map((value) => ({ value, label: t.conditions[value] }))}
          />
          <NativeSelect
            label={t.slow}
            description={t.slowHint}
            value={String(values.chatSlowModeSec)}
            onChange={(event) => set({ chatSlowModeSec: Number(event.currentTarget.value) })}
            data={limits.chatSlowModeSecs.map((value) => ({ value: String(value), label: t.second(value) }))}
          />
          <Checkbox
            label={t.emoji}
            description={t.emojiHint}
            checked={values.chatEmojiMode}
            onChange={(event) => set({ chatEmojiMode: event.currentTarget.checked })}
          />
        </>
      )}
    </EditForm>
  )
}

function NoticeCard() {
  const pathParams = { channelId: useVisitorChannelId() }
  const notice = noticeQuery(pathParams.channelId)
  const query = useQuery(notice)
  const [message, setMessage] = useState('')
  const queries = useQueryClient()
  const onSuccess = () => queries.invalidateQueries(notice)
  const save = useMutation({
    mutationFn: () => api(consoleApi.moderation.putNotice, { pathParams: pathParams, body: { message } }),
    onSuccess: async () => {
      await onSuccess()
      setMessage('')
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
        <QueryBoundary query={query}>
          {({ notice }) =>
            notice === null ? (
              <p className="small soft">{t.noNotice}</p>
            ) : (
              <Stack gap="xs">
                <p className={classes.notice}>
                  <bdi>{notice.message}</bdi>
                </p>
                <Group gap="md">
                  <span className="small soft">
                    <RelativeTime at={notice.createdDate} />
                  </span>
                  <Button size="xs" variant="default" loading={remove.isPending} onClick={() => remove.mutate()}>
                    {t.remove}
                  </Button>
                </Group>
              </Stack>
            )
          }
        </QueryBoundary>
        <form onSubmit={submit}>
          <Stack gap="sm">
            <TextInput
              label={t.newNotice}
              value={message}
              onChange={(event) => setMessage(event.currentTarget.value)}
              error={isTooLong && t.long}
              maxLength={400}
            />
            {(save.error ?? remove.error) && <ErrorAlert error={save.error ?? remove.error} retry={save.reset} />}
            <Group>
              <Button
                type="submit"
                variant="default"
                loading={save.isPending}
                disabled={isTooLong || message.trim() === ''}
              >
                {query.data?.notice ? t.replace : t.put}
              </Button>
            </Group>
          </Stack>
        </form>
      </Stack>
    </section>
  )
}

const t = localize({
  ko: {
    title: '채팅',
    notice: '공지',
    noNotice: '지금은 공지가 없습니다. 올리면 채팅 맨 위에 고정됩니다.',
    newNotice: '새 공지',
    put: '공지 올리기',
    replace: '바꿔 올리기',
    remove: '공지 내리기',
    long: `${limits.messageLength}자까지 쓸 수 있습니다.`,
    rules: '채팅 규칙',
    rulesHint: '저장하면 바로 적용됩니다. 회원님과 채널 관리자, 채팅 관리자에게는 적용되지 않습니다.',
    group: '채팅할 수 있는 사람',
    groups: { ALL: '모두', FOLLOWER: '팔로워만', SUBSCRIBER: '구독자만', MANAGER: '관리자만' },
    minutes: '팔로우한 기간',
    minute: (minutes: number) =>
      minutes === 0
        ? '팔로우하면 바로'
        : minutes < 60
          ? `${minutes}분 이상`
          : minutes < 1440
            ? `${minutes / 60}시간 이상`
            : `${minutes / 1440}일 이상`,
    subscribers: '구독자는 기간과 상관없이 채팅할 수 있음',
    condition: '본인 인증',
    conditions: { NONE: '필요 없음', REAL_NAME: '본인 인증을 한 사람만' },
    slow: '저속 모드',
    slowHint: '한 사람이 메시지를 쓰고 다시 쓸 때까지 기다리는 시간입니다.',
    second: (seconds: number) => (seconds === 0 ? '끔' : seconds < 60 ? `${seconds}초` : `${seconds / 60}분`),
    emoji: '이모티콘 모드',
    emojiHint: '시청자는 이모티콘만 보낼 수 있습니다.',
  },
  en: {
    title: 'Chat',
    notice: 'Notice',
    noNotice: 'There is none. Put one up, and it stays at the top of your chat.',
    newNotice: 'New notice',
    put: 'Put it up',
    replace: 'Put it up instead',
    remove: 'Take it down',
    long: `At most ${limits.messageLength} characters.`,
    rules: 'Chat rules',
    rulesHint:
      'They hold from the moment you save, for everyone but you, your channel managers and your chat managers.',
    group: 'Who may chat',
    groups: { ALL: 'Everyone', FOLLOWER: 'Followers', SUBSCRIBER: 'Subscribers', MANAGER: 'Managers' },
    minutes: 'Who has followed for',
    minute: (minutes: number) => {
      if (minutes === 0) return 'any time'
      const [count, unit] =
        minutes < 60 ? [minutes, 'minute'] : minutes < 1440 ? [minutes / 60, 'hour'] : [minutes / 1440, 'day']
      return `${count} ${unit}${count === 1 ? '' : 's'} or longer`
    },
    subscribers: 'Subscribers may chat however short they have followed',
    condition: 'Verified identity',
    conditions: { NONE: 'Not needed', REAL_NAME: 'Only who has verified their identity' },
    slow: 'Slow mode',
    slowHint: 'How long a viewer waits from one message to the next.',
    second: (seconds: number) => {
      if (seconds === 0) return 'Off'
      if (seconds < 60) return `${seconds} seconds`
      return seconds === 60 ? '1 minute' : `${seconds / 60} minutes`
    },
    emoji: 'Emoticon mode',
    emojiHint: 'Viewers may send emoticons alone.',
  },
})
