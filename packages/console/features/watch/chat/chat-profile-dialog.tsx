import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { Facts } from '../../../ui/facts.tsx'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { consoleApi, type ChatEvent } from '@onair/contract'
import { api } from '../../../lib/api.ts'
import { signInUrl } from '../../../lib/visitor.ts'
import { watchProofOf } from '../viewer-claims.ts'
import { strings } from '../../../locales/index.ts'
import { QueryBoundary } from '../../../ui/query-boundary.tsx'
import { ButtonLink } from '../../../ui/links.tsx'
import { Avatar } from '../components/avatar.tsx'
import { GiftDialog } from '../gift/gift-dialog.tsx'
import { mutedPeople, useMutedPeople } from './muted-people.ts'
import { PersonFacts } from './person-facts.tsx'
import type { ChatInputHandle } from './chat-input.tsx'
import { MessageButtons } from './message-buttons.tsx'
import { ReportMessage } from './report-message.tsx'
import { SenderName } from './sender-name.tsx'
import classes from './chat.module.css'

const { chatter: t, mute, sender } = strings('watch')
const { gift } = strings('about').subscribe
const { dialog } = strings('common')

type Props = {
  channelId: string
  message: ChatEvent
  isGuest: boolean
  /** Whether the viewer wrote the message. */
  isOwn: boolean
  isHidden: boolean
  onAnswer: (how: keyof ChatInputHandle) => void
  onClose: () => void
}

/** The profile of the sender of a message, for viewers. */
export default function ChatProfileDialog({ channelId, message, isGuest, isOwn, isHidden, onAnswer, onClose }: Props) {
  const { senderChannelId, profile } = message
  const isStreamer = senderChannelId === channelId
  const isMuted = useMutedPeople().some((person) => person.channelId === senderChannelId)
  const [isGiving, setGiving] = useState(false)
  const [isReporting, setReporting] = useState(false)
  const person = { channelId: senderChannelId, channelName: profile.nickname }
  const query = useQuery({
    queryKey: ['chatProfile', channelId, senderChannelId],
    queryFn: () =>
      api(consoleApi.watch.getChatProfile, {
        pathParams: { channelId, targetChannelId: senderChannelId },
        query: watchProofOf(channelId),
      }),
    enabled: !isStreamer && !isGuest,
  })
  if (isGiving) return <GiftDialog channelId={channelId} receiver={person} onClose={onClose} />
  if (isReporting) return <ReportMessage channelId={channelId} message={message} onClose={onClose} />
  return (
    <Modal
      opened
      onClose={onClose}
      title={
        <SenderName
          channelId={senderChannelId}
          name={profile.nickname}
          badges={profile.badges}
          verified={profile.verifiedMark}
        />
      }
      closeButtonProps={{ 'aria-label': dialog.close }}
      size="sm"
      centered
    >
      <Stack gap="md">
        {isStreamer ? (
          <Text size="sm">{sender.streamer}</Text>
        ) : isGuest ? null : (
          <QueryBoundary query={query}>
            {({ channelName, channelImageUrl, followedDate, subscription }) => (
              <Group wrap="nowrap">
                <Avatar name={channelName} imageUrl={channelImageUrl} />
                <Facts>
                  <PersonFacts followedDate={followedDate} subscription={subscription} />
                </Facts>
              </Group>
            )}
          </QueryBoundary>
        )}
        <Group grow preventGrowOverflow={false} gap="xs">
          <MessageButtons message={message} isOwn={isOwn} onAnswer={isGuest || isHidden ? null : onAnswer} />
          {!isOwn && (
            <Button
              variant="default"
              onClick={() => (isMuted ? mutedPeople.unmute(senderChannelId) : mutedPeople.mute(person))}
            >
              {isMuted ? mute.unmute : mute.mute}
            </Button>
          )}
          {!isOwn &&
            (isGuest ? (
              <Button component="a" href={signInUrl()} variant="default">
                {t.report}
              </Button>
            ) : (
              <Button variant="default" onClick={() => setReporting(true)}>
                {t.report}
              </Button>
            ))}
          {!isOwn && !isGuest && !isStreamer && query.data?.subscription === null && (
            <Button variant="default" onClick={() => setGiving(true)}>
              {gift.openFor}
            </Button>
          )}
          {!isStreamer && (
            <ButtonLink variant="default" to="/watch/$channelId" params={{ channelId: senderChannelId }}>
              {t.channel}
            </ButtonLink>
          )}
        </Group>
        <Text size="sm" c="dimmed" role="status" className={classes.done}>
          {isMuted && mute.done}
        </Text>
      </Stack>
    </Modal>
  )
}
