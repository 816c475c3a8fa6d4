import { Text } from '@mantine/core'
import { strings } from '../../locales/index.ts'
import { CopyableText, CopyIconButton } from '../../ui/copyable-text.tsx'

const { verifiedChannel, channelIdOf } = strings('common')

/** The name, the verified mark and the id of a channel; in a dense row, a button that copies the id. */
export function ChannelIdentity({
  channelId,
  name,
  isVerified = false,
  isDense = false,
}: {
  channelId: string
  name: string
  isVerified?: boolean
  isDense?: boolean
}) {
  return (
    <div>
      <b>
        <bdi>{name}</bdi>
      </b>
      {isVerified && (
        <svg
          viewBox="0 0 24 24"
          width="16"
          height="16"
          className="icon"
          style={{ marginInlineStart: 'var(--space-1)', verticalAlign: -2, color: 'var(--color-success)' }}
          role="img"
          aria-label={verifiedChannel}
        >
          <path d="M5 12.5l4.5 4.5L19 7.5" />
        </svg>
      )}
      {isDense ? (
        <CopyIconButton value={channelId} label={channelIdOf(name)} />
      ) : (
        <Text component="div" size="sm" c="dimmed">
          <CopyableText value={channelId} />
        </Text>
      )}
    </div>
  )
}
