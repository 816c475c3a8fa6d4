import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { consoleApi } from '@onair/contract'
import { api } from '../../../lib/api.ts'
import { strings } from '../../../locales/index.ts'
import { ErrorAlert } from '../../../ui/error-alert.tsx'

const { unfollow: t } = strings('watch')
const { dialog } = strings('common')

type Props = { channelId: string; channelName: string; onClose: () => void }

/** Unfollows a channel after a question: the date of the follow is lost, and with it the right to chat in some channels. */
export default function UnfollowDialog({ channelId, channelName, onClose }: Props) {
  const unfollow = useMutation({
    mutationFn: () => api(consoleApi.channels.unfollow, { pathParams: { channelId } }),
    onSuccess: onClose,
  })
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
        {unfollow.error && <ErrorAlert error={unfollow.error} retry={() => unfollow.mutate()} />}
        <Group gap="xs">
          <Button color="red" loading={unfollow.isPending} onClick={() => unfollow.mutate()}>
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
