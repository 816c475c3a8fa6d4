import { Button, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { strings } from '../../../locales/index.ts'
import { PollContent } from '../../watch/chat/poll-panel.tsx'
import { PollDialog } from '../../watch/chat/start-poll.tsx'
import { viewerStatusQuery, type ChannelDetails } from '../../watch/queries.ts'
import layout from '../../../ui/layout.module.css'

const t = strings('poll')

/** The poll of the chat with its votes and its time, and a button that starts one. */
export function PollControl({ channel: { channelId, state } }: { channel: ChannelDetails }) {
  const { poll } = state
  // The socket of the chat keeps it up to date.
  const { data: viewer = null } = useQuery({ ...viewerStatusQuery(channelId), enabled: false })
  const [isStarting, setStarting] = useState(false)
  return (
    <Stack gap="xs">
      {!poll?.isOpen && <h3 className={layout.subtitle}>{poll ? t.result : t.title}</h3>}
      {poll ? (
        <div>
          <PollContent channelId={channelId} poll={poll} viewer={viewer} canModerate />
        </div>
      ) : (
        <Text size="sm" c="dimmed">
          {t.none}
        </Text>
      )}
      {!poll?.isOpen && (
        <div>
          <Button size="xs" variant="default" onClick={() => setStarting(true)}>
            {t.start}
          </Button>
        </div>
      )}
      {isStarting && <PollDialog channelId={channelId} onClose={() => setStarting(false)} />}
    </Stack>
  )
}
