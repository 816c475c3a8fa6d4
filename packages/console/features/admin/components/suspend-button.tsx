import { Button, Checkbox, Modal, NativeSelect, Stack, Text, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { consoleApi } from '@onair/contract'
import { api } from '../../../lib/api.ts'
import { strings } from '../../../locales/index.ts'
import { ErrorAlert } from '../../../ui/error-alert.tsx'

const { suspend: t } = strings('admin')
const { dialog } = strings('common')

const hour = 3600
const day = 24 * hour
const durations = [
  { value: '', label: t.untilEnded },
  ...[hour, day, 7 * day, 30 * day].map((seconds) => ({ value: String(seconds), label: t.duration(seconds / hour) })),
]

/** A button that opens a dialog to suspend people: for how long, and why. */
export function SuspendButton({ channelIds, label }: { channelIds: readonly string[]; label: string }) {
  const [isOpen, setOpen] = useState(false)
  const [seconds, setSeconds] = useState('')
  const [reason, setReason] = useState('')
  const [blocksDevices, setBlocksDevices] = useState(true)
  const queries = useQueryClient()
  const suspend = useMutation({
    mutationFn: () =>
      api(consoleApi.admin.suspend, {
        body: {
          channelIds: [...channelIds],
          blocksDevices,
          ...(reason.trim() !== '' && { reason: reason.trim() }),
          ...(seconds !== '' && { seconds: Number(seconds) }),
        },
      }),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: ['admin'] })
      setOpen(false)
    },
  })
  return (
    <>
      <Button color="red" disabled={channelIds.length === 0} onClick={() => setOpen(true)}>
        {label}
      </Button>
      <Modal
        opened={isOpen}
        onClose={() => setOpen(false)}
        title={label}
        centered
        transitionProps={{ duration: 0 }}
        closeButtonProps={{ 'aria-label': dialog.close }}
      >
        <Stack
          component="form"
          gap="md"
          onSubmit={(event) => {
            event.preventDefault()
            suspend.mutate()
          }}
        >
          <Text c="dimmed">{t.consequences}</Text>
          <NativeSelect
            label={t.howLong}
            value={seconds}
            onChange={({ currentTarget: { value } }) => setSeconds(value)}
            data={durations}
          />
          <TextInput
            label={t.reason}
            description={t.reasonHint}
            value={reason}
            onChange={({ currentTarget: { value } }) => setReason(value)}
            maxLength={200}
          />
          <Checkbox
            label={t.blocksDevices}
            description={t.blocksDevicesHint}
            checked={blocksDevices}
            onChange={({ currentTarget: { checked } }) => setBlocksDevices(checked)}
          />
          {suspend.error !== null && <ErrorAlert error={suspend.error} />}
          <Button type="submit" color="red" loading={suspend.isPending}>
            {t.suspend}
          </Button>
        </Stack>
      </Modal>
    </>
  )
}
