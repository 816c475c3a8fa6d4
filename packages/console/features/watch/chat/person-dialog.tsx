import { Modal } from '@mantine/core'
import { strings } from '../../../locales/index.ts'
import { PersonControls } from './person-controls.tsx'

const { dialog } = strings('common')

type Props = { channelId: string; person: { channelId: string; channelName: string }; onClose: () => void }

/** A person with their history in a channel, and the actions of a moderator on them. */
export default function PersonDialog({ channelId, person, onClose }: Props) {
  return (
    <Modal
      opened
      onClose={onClose}
      title={<bdi>{person.channelName}</bdi>}
      closeButtonProps={{ 'aria-label': dialog.close }}
      centered
    >
      <PersonControls
        channelId={channelId}
        targetChannelId={person.channelId}
        canRestrict={person.channelId !== channelId}
      />
    </Modal>
  )
}
