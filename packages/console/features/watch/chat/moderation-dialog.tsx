import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { consoleApi, type ChatEvent, type ViewerStatus } from '@onair/contract'
import { api } from '../../../lib/api.ts'
import { strings } from '../../../locales/index.ts'
import { ErrorAlert } from '../../../ui/error-alert.tsx'
import { GiftDialog } from '../gift/gift-dialog.tsx'
import { chatterQuery } from './chatter-card.tsx'
import { PersonControls } from './person-controls.tsx'
import type { ChatInputHandle } from './chat-input.tsx'
import { MessageButtons } from './message-buttons.tsx'
import { ReportMessage } from './report-message.tsx'
import { SenderName } from './sender-name.tsx'
import { MessageText } from './message-text.tsx'

const { moderation: t, chatter: texts } = strings('watch')
const { gift } = strings('about').subscribe
const { dialog } = strings('common')

type Props = {
  channelId: string
  message: ChatEvent
  /** Whether it was hidden, also by this dialog. Then only its sender can be moderated. */
  isHidden: boolean
  viewer: ViewerStatus
  /** Whether the viewer has a role in running the site. */
  isStaff: boolean
  onAnswer: (how: keyof ChatInputHandle) => void
  onClose: () => void
}

/** The actions of a moderator on a message and its sender. */
export default function ModerationDialog({ channelId, message, isHidden, viewer, isStaff, onAnswer, onClose }: Props) {
  const { senderChannelId, eventId: messageId, profile, content, emojis } = message
  const [isReporting, setReporting] = useState(false)
  const [isGiving, setGiving] = useState(false)
  const chatter = useQuery(chatterQuery(channelId, senderChannelId)).data
  const queries = useQueryClient()
  const actions = {
    hide: () => api(consoleApi.moderation.hideMessage, { pathParams: { channelId, messageId } }),
    putNotice: () => api(consoleApi.moderation.putNotice, { pathParams: { channelId }, body: { messageId } }),
  }
  const run = useMutation({
    mutationFn: (name: keyof typeof actions) => actions[name](),
    onSuccess: onClose,
    onSettled: () => queries.invalidateQueries(chatterQuery(channelId, senderChannelId)),
  })
  const canHide = profile.userRoleCode !== 'streamer' || viewer.role === 'streamer' || isStaff
  const button = (name: keyof typeof actions) => (
    <Button variant="default" loading={run.isPending && run.variables === name} onClick={() => run.mutate(name)}>
      {t[name]}
    </Button>
  )
  const isOwn = senderChannelId === viewer.channelId
  const canGive =
    !isOwn && senderChannelId !== channelId && viewer.role !== 'streamer' && chatter?.subscription === null
  const receiver = { channelId: senderChannelId, channelName: profile.nickname }
  if (isGiving) return <GiftDialog channelId={channelId} receiver={receiver} onClose={onClose} />
  if (isReporting) return <ReportMessage channelId={channelId} message={message} onClose={onClose} />
  return (
    <Modal opened onClose={onClose} title={t.title} closeButtonProps={{ 'aria-label': dialog.close }} centered>
      <Stack gap="sm">
        <Text component="p" px="sm" py={10} bg="var(--color-hover)" bdrs="md">
          <SenderName channelId={senderChannelId} name={profile.nickname} badges={profile.badges} />{' '}
          <MessageText text={content} emojis={emojis} />
        </Text>
        {run.error && <ErrorAlert error={run.error} retry={() => run.variables && run.mutate(run.variables)} />}
        <Group grow preventGrowOverflow={false} gap="xs">
          {canHide && !isHidden && button('hide')}
          {!isHidden && viewer.role !== 'common_user' && button('putNotice')}
          <MessageButtons message={message} isOwn={isOwn} onAnswer={isHidden ? null : onAnswer} />
          {!isOwn && (
            <Button variant="default" onClick={() => setReporting(true)}>
              {texts.report}
            </Button>
          )}
          {canGive && (
            <Button variant="default" onClick={() => setGiving(true)}>
              {gift.openFor}
            </Button>
          )}
        </Group>
        <PersonControls
          channelId={channelId}
          targetChannelId={senderChannelId}
          canRestrict={profile.userRoleCode === 'common_user' && !isOwn}
        />
      </Stack>
    </Modal>
  )
}
