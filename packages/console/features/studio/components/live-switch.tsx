import { Button } from '@mantine/core'
import { IconBroadcast, IconPlayerStopFilled } from '../../../ui/icons.tsx'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { consoleApi } from '@onair/contract'
import { api } from '../../../lib/api.ts'
import { strings } from '../../../locales/index.ts'
import { ConfirmButton } from '../../../ui/forms/confirm-button.tsx'
import { ErrorAlert } from '../../../ui/error-alert.tsx'
import { openStudioDocument, wasOpenedToGoLive } from '../go-live/studio-document.ts'
import { publisher } from '../go-live/publisher.ts'
import { videoHealthQuery } from '../go-live/video-health-query.ts'

const { overview: t } = strings('studio')

const GoLiveDialog = lazy(() => import('../go-live/go-live-dialog.tsx'))

type Props = {
  /** Null while the channel is offline. */
  viewers: number | null
  /** Whether the channel is live is not known yet. */
  isPending: boolean
  /** The site does not let this person stream. */
  isRefused: boolean
}

/** Starts a live, with video where the platform carries it, and ends a live after confirmation. */
export function LiveSwitch({ viewers, isPending, isRefused }: Props) {
  const queries = useQueryClient()
  const { data: health } = useQuery(videoHealthQuery)
  const [isChoosing, setChoosing] = useState(wasOpenedToGoLive)
  const reload = () => queries.invalidateQueries({ queryKey: ['studio'] })
  const start = useMutation({
    mutationFn: () => api(consoleApi.studio.goLive, { body: {} }),
    onSuccess: () => setChoosing(false),
    onSettled: reload,
  })
  const end = async () => {
    try {
      await publisher.stop()
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
        disabled={isRefused}
        leftSection={<IconBroadcast size={18} stroke={1.75} aria-hidden="true" />}
        loading={isPending || health === undefined || start.isPending}
        onClick={() => {
          if (health?.isEnabled !== true) start.mutate()
          else if (openStudioDocument()) setChoosing(true)
        }}
      >
        {t.start}
      </Button>
      {start.error && <ErrorAlert error={start.error} retry={() => start.mutate()} />}
      {isChoosing && health?.isEnabled === true && (
        <Suspense>
          <GoLiveDialog onClose={() => setChoosing(false)} onStartWithout={() => start.mutate()} />
        </Suspense>
      )}
    </>
  )
}
