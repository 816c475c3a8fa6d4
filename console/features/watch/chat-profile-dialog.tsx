import { Button, Modal, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { consoleApi, type ChatEvent } from '@onair/contract'
import { api } from '../../lib/api.ts'
import { strings } from '../../locales/index.ts'
import { QueryBoundary } from '../../ui/query-boundary.tsx'
import { PersonFacts } from './person-facts.tsx'
import { SenderName } from './sender-name.tsx'
import layout from '../../ui/layout.module.css'

const { chatter: t, sender } = strings('watch')
const { dialog } = strings('common')

type Props = {
  channelId: string
  message: ChatEvent
  /** Null for the viewer's own message. */
  onMention: (() => void) | null
  onClose: () => void
}

/** What a viewer sees of the sender of a message. */
export default function ChatProfileDialog({ channelId, message, onMention, onClose }: Props) {
  const { senderChannelId, profile } = message
  const isStreamer = senderChannelId === channelId
  const query = useQuery({
    queryKey: ['chatProfile', channelId, senderChannelId],
    queryFn: () =>
      api(consoleApi.watch.getChatProfile, { pathParams: { channelId, targetChannelId: senderChannelId } }),
    enabled: !isStreamer,
  })
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
        ) : (
          <QueryBoundary query={query}>
            {(person) => (
              <dl className={layout.facts}>
                <PersonFacts followedDate={person.followedDate} subscription={person.subscription} />
              </dl>
            )}
          </QueryBoundary>
        )}
        {onMention && (
          <Button variant="default" onClick={onMention}>
            {t.mention}
          </Button>
        )}
      </Stack>
    </Modal>
  )
}
