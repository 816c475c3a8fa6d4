import { Group, Text } from '@mantine/core'
import { strings } from '../../../locales/index.ts'
import { RelativeTime } from '../../../ui/relative-time.tsx'
import { LiveBadge } from './live-badge.tsx'

const { player: t } = strings('watch')
const { uptime } = strings('common').time

/** That a channel is live, for how long, and for how many. */
export function LiveFacts({ live: { openedDate, viewers } }: { live: { openedDate: string; viewers: number } }) {
  return (
    <Group gap="xs">
      <LiveBadge />
      <RelativeTime at={openedDate} phrase={uptime} />
      <Text span inherit>
        {t.viewers(viewers)}
      </Text>
    </Group>
  )
}
