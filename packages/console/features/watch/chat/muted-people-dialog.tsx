import { Button, Modal, Stack, Text } from '@mantine/core'
import { strings } from '../../../locales/index.ts'
import { maxMuted, mutedPeople, useMutedPeople } from './muted-people.ts'
import classes from './chat.module.css'
import layout from '../../../ui/layout.module.css'

const { mute: t } = strings('watch')
const { dialog } = strings('common')

/** The people that the viewer muted in this browser. */
export default function MutedPeopleDialog({ onClose }: { onClose: () => void }) {
  const people = useMutedPeople()
  return (
    <Modal
      opened
      onClose={onClose}
      title={t.people}
      closeButtonProps={{ 'aria-label': dialog.close }}
      size="sm"
      centered
    >
      <Stack gap="md">
        <Text size="sm" c="dimmed">
          {people.length === 0 ? t.none : t.about(maxMuted)}
        </Text>
        {people.length > 0 && (
          <ul className={`${layout.plainList} ${layout.dense} ${classes.muted}`} aria-label={t.people}>
            {people.map(({ channelId, channelName }) => (
              <li key={channelId}>
                <bdi>{channelName}</bdi>
                <Button
                  variant="default"
                  size="xs"
                  aria-label={t.unmuteOf(channelName)}
                  onClick={() => mutedPeople.unmute(channelId)}
                >
                  {t.unmute}
                </Button>
              </li>
            ))}
          </ul>
        )}
      </Stack>
    </Modal>
  )
}
