import { Button, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { listRecords } from '../../inspector/queries/records.ts'
import { strings } from '../../../locales/index.ts'

const { recentMessages: t } = strings('reference')

const shownMessages = 5

type Payload = { chatChannelId: string; senderChannelId: string; messageTime: number }
type Message = Payload & { content: string; profile: { nickname: string } }
type Props = { app: string | undefined; onChoose: (ids: Payload) => void }

/** The latest messages that were recorded, each of which fills in the ids that hide it. */
export function RecentMessages({ app, onChoose }: Props) {
  const { data: messages = [] } = useQuery({
    queryKey: ['records', 'messages', app],
    queryFn: async () => {
      const { data } = await listRecords(app, { kind: 'event', name: 'CHAT', full: true, size: shownMessages })
      return data.flatMap(({ detail }) => readMessage(detail?.payload?.text) ?? [])
    },
  })
  if (messages.length === 0)
    return (
      <Text size="sm" c="dimmed">
        {t.none}
      </Text>
    )
  return (
    <Stack gap={4} align="start" role="group" aria-label={t.title}>
      <Text size="sm" c="dimmed">
        {t.title}
      </Text>
      {messages.map(({ content, profile, ...ids }) => (
        <Button key={ids.messageTime} size="compact-sm" variant="default" maw="100%" onClick={() => onChoose(ids)}>
          <bdi>{profile.nickname}</bdi>: <bdi>{content}</bdi>
        </Button>
      ))}
    </Stack>
  )
}

/** A payload that was too long to be recorded in full has no ids. */
function readMessage(text: string | undefined): Message | null {
  try {
    const { chatChannelId, senderChannelId, messageTime, content, profile } = JSON.parse(text ?? '') as Message
    return { chatChannelId, senderChannelId, messageTime, content, profile }
  } catch {
    return null
  }
}
