import { Button } from '@mantine/core'
import { IconBroadcast, IconPlayerStopFilled } from '../../../ui/icons.tsx'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { consoleApi } from '@onair/contract'
import { api } from '../../../lib/api.ts'
import { strings } from '../../../locales/index.ts'
import { ConfirmButton } from '../../../ui/forms/confirm-button.tsx'
import { ErrorAlert } from '../../../ui/error-alert.tsx'

const { overview: t } = strings('studio')

type Props = {
  /** Null while the channel is offline. */
  viewers: number | null
  /** Whether the channel is live is not known yet. */
  isPending: boolean
}

/** Starts a live without an encoder, and ends a live after confirmation. */
export function LiveSwitch({ viewers, isPending }: Props) {
  const queries = useQueryClient()
  const reload = () => queries.invalidateQueries({ queryKey: ['studio'] })
  const start = useMutation({
    mutationFn: () => api(consoleApi.studio.goLive, { body: {} }),
    onSettled: reload,
  })
  const end = async () => {
    try {
      await api(consoleApi.studio.goOffline)
    } finally {
      await reload()
    }
  }
  if (viewers !== null)
    return (
      <ConfirmButton
        label={t.end}
        title={t.endTitle}
        confirmLabel={t.end}
        onConfirm={end}
        button={{ color: 'red', leftSection: <IconPlayerStopFilled size={16} aria-hidden="true" /> }}
      >
        {t.endAbout(viewers)}
      </ConfirmButton>
    )
  return (
    <>
      <Button
        color="ink"
        leftSection={<IconBroadcast size={18} stroke={1.75} aria-hidden="true" />}
        loading={isPending || start.isPending}
        onClick={() => start.mutate()}
      >
        {t.start}
      </Button>
      {start.error && <ErrorAlert error={start.error} retry={() => start.mutate()} />}
    </>
  )
}
