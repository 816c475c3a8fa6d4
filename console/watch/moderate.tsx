import { Button, Modal, Stack } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { consoleModeration, type ChatEvent, type Standing } from '@onair/contract'
import { api } from '../api.ts'
import { inLanguage } from '../language.ts'
import { Failed } from '../parts/failed.tsx'
import { Speaker } from './speaker.tsx'
import { Spoken } from './spoken.tsx'

type Given = { channelId: string; message: ChatEvent; self: Standing; close: () => void }

/** What those who keep order can do about a message and who said it. */
export default function Moderate({ channelId, message, self, close }: Given) {
  const { senderChannelId, eventId: messageId, profile, content, emojis } = message
  const inPath = { channelId, targetChannelId: senderChannelId }
  const acts = {
    hide: () => api(consoleModeration.hideMessage, { inPath: { channelId, messageId } }),
    pin: () => api(consoleModeration.putNotice, { inPath: { channelId }, body: { messageId } }),
    keepOut: () => api(consoleModeration.restrictTemporarily, { inPath }),
    restrict: () => api(consoleModeration.restrict, { inPath }),
  }
  const act = useMutation({ mutationFn: (name: keyof typeof acts) => acts[name](), onSuccess: close })
  const mayHide = profile.userRoleCode !== 'streamer' || self.role === 'streamer'
  const mayRestrict = profile.userRoleCode === 'common_user' && senderChannelId !== self.channelId
  const button = (name: keyof typeof acts, color?: string) => (
    <Button
      variant={color ? 'filled' : 'default'}
      {...(color && { color })}
      loading={act.isPending && act.variables === name}
      onClick={() => act.mutate(name)}
    >
      {said[name]}
    </Button>
  )
  return (
    <Modal opened onClose={close} title={said.title} closeButtonProps={{ 'aria-label': said.close }} centered>
      <Stack gap="sm">
        <p className="quoted">
          <Speaker channelId={senderChannelId} name={profile.nickname} badges={profile.badges} />{' '}
          <Spoken text={content} emojis={emojis} />
        </p>
        {act.error && <Failed error={act.error} again={() => act.variables && act.mutate(act.variables)} />}
        {button('pin')}
        {mayHide && button('hide')}
        {mayRestrict && button('keepOut')}
        {mayRestrict && button('restrict', 'red')}
      </Stack>
    </Modal>
  )
}

const said = inLanguage({
  ko: {
    title: '이 메시지를 어떻게 할까요?',
    close: '닫기',
    pin: '공지로 올리기',
    hide: '메시지 숨기기',
    keepOut: '잠시 채팅 막기',
    restrict: '활동 제한하기',
  },
  en: {
    title: 'What should happen to this message?',
    close: 'Close',
    pin: 'Pin as the notice',
    hide: 'Hide the message',
    keepOut: 'Keep them out of the chat for a while',
    restrict: 'Restrict them until released',
  },
})
