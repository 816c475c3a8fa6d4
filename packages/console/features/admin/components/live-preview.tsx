import { Button, Modal } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { strings } from '../../../locales/index.ts'
import { QueryBoundary } from '../../../ui/query-boundary.tsx'
import { Player } from '../../watch/components/player.tsx'
import { channelQuery } from '../../watch/queries.ts'

const { lives: t } = strings('admin')
const { dialog } = strings('common')
const pollMs = 5_000

/** A button that shows the live without sound. Its user does not count as a viewer. */
export function LivePreview({ channelId, channelName }: { channelId: string; channelName: string }) {
  const [isOpen, setOpen] = useState(false)
  const title = t.previewOf(channelName)
  return (
    <>
      <Button size="xs" variant="default" aria-label={title} onClick={() => setOpen(true)}>
        {t.preview}
      </Button>
      <Modal
        opened={isOpen}
        onClose={() => setOpen(false)}
        title={title}
        size="lg"
        centered
        transitionProps={{ duration: 0 }}
        closeButtonProps={{ 'aria-label': dialog.close }}
      >
        <Preview channelId={channelId} />
      </Modal>
    </>
  )
}

function Preview({ channelId }: { channelId: string }) {
  const query = useQuery({ ...channelQuery(channelId), staleTime: 0, refetchInterval: pollMs })
  return <QueryBoundary query={query}>{(channel) => <Player channel={channel} isPreview isMuted />}</QueryBoundary>
}
