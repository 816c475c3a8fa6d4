import { Button, Modal, Stack } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { consoleApi, type ChatEvent, type ViewerStatus } from '@onair/contract'
import { api } from '../../lib/api.ts'
import { localize } from '../../lib/language.ts'
import { ErrorAlert } from '../../ui/error-alert.tsx'
import { SenderName } from './sender-name.tsx'
import { MessageText } from './message-text.tsx'
import classes from './chat.module.css'

type Props = { channelId: string; message: ChatEvent; viewer: ViewerStatus; onClose: () => void }

/** What those who keep order can do about a message and who said it. */
export default function ModerationDialog({ channelId, message, viewer, onClose: close }: Props) {
  const { senderChannelId, eventId: messageId, profile, content, emojis } = message
  const pathParams = { channelId, targetChannelId: senderChannelId }
  const actions = {
    hide: () => api(consoleApi.moderation.hideMessage, { pathParams: { channelId, messageId } }),
    putNotice: () => api(consoleApi.moderation.putNotice, { pathParams: { channelId }, body: { messageId } }),
    restrictTemporarily: () => api(consoleApi.moderation.restrictTemporarily, { pathParams }),
    restrict: () => api(consoleApi.moderation.restrict, { pathParams }),
  }
  const run = useMutation({ mutationFn: (name: keyof typeof actions) => actions[name](), onSuccess: close })
  const canHide = profile.userRoleCode !== 'streamer' || viewer.role === 'streamer'
  const canRestrict = profile.userRoleCode === 'common_user' && senderChannelId !== viewer.channelId
  const button = (name: keyof typeof actions, color?: string) => (
    <Button
      variant={color ? 'filled' : 'default'}
      {...(color && { color })}
      loading={run.isPending && run.variables === name}
      onClick={() => run.mutate(name)}
    >
      {t[name]}
    </Button>
  )
  return (
    <Modal opened onClose={close} title={t.title} closeButtonProps={{ 'aria-label': t.close }} centered>
      <Stack gap="sm">
        <p className={classes.quote}>
          <SenderName channelId={senderChannelId} name={profile.nickname} badges={profile.badges} />{' '}
          <MessageText text={content} emojis={emojis} />
        </p>
        {run.error && <ErrorAlert error={run.error} retry={() => run.variables && run.mutate(run.variables)} />}
        {button('putNotice')}
        {canHide && button('hide')}
        {canRestrict && button('restrictTemporarily')}
        {canRestrict && button('restrict', 'red')}
      </Stack>
    </Modal>
  )
}

const t = localize({
  ko: {
    title: '이 메시지를 어떻게 할까요?',
    close: '닫기',
    putNotice: '공지로 올리기',
    hide: '메시지 숨기기',
    restrictTemporarily: '잠시 채팅 막기',
    restrict: '활동 제한하기',
  },
  en: {
    title: 'What should happen to this message?',
    close: 'Close',
    putNotice: 'Pin as the notice',
    hide: 'Hide the message',
    restrictTemporarily: 'Keep them out of the chat for a while',
    restrict: 'Restrict them until released',
  },
})
