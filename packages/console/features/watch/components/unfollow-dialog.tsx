import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { strings } from '../../../locales/index.ts'
import { ErrorAlert } from '../../../ui/error-alert.tsx'
import { useFollow } from '../use-follow.ts'

const { unfollow: t } = strings('watch')
const { dialog } = strings('common')

type Props = { channelId: string; channelName: string; onClose: () => void }

/** Unfollows a channel after a question: the date of the follow is lost, and with it the right to chat in some channels. */
export default function UnfollowDialog({ channelId, channelName, onClose }: Props) {
  const unfollow = useFollow(channelId, 'unfollow')
  const submit = () => unfollow.mutate(undefined, { onSuccess: onClose })
  return (
    <Modal
      opened
      onClose={onClose}
      title={t.title(channelName)}
      closeButtonProps={{ 'aria-label': dialog.close }}
      centered
    >
      <Stack gap="md">
        <Text c="dimmed">{t.about}</Text>
        {unfollow.error && <ErrorAlert error={unfollow.error} retry={submit} />}
        <Group gap="xs">
          <Button color="red" loading={unfollow.isPending} onClick={submit}>
            {t.submit}
          </Button>
          <Button variant="default" onClick={onClose} data-autofocus>
            {dialog.cancel}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
