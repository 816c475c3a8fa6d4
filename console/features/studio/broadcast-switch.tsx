import { Button } from '@mantine/core'
import { IconBroadcast, IconPlayerStopFilled } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { consoleApi } from '@onair/contract'
import { api } from '../../lib/api.ts'
import { strings } from '../../locales/index.ts'
import { ErrorAlert } from '../../ui/error-alert.tsx'

const { overview: t } = strings('studio')

/** Starts and ends a broadcast without an encoder. `isPending`: whether the channel is live is not known yet. */
export function BroadcastSwitch({ isLive, isPending }: { isLive: boolean; isPending: boolean }) {
  const queries = useQueryClient()
  const change = useMutation({
    mutationFn: (isStart: boolean) =>
      isStart ? api(consoleApi.studio.goLive, { body: {} }) : api(consoleApi.studio.goOffline),
    onSettled: () => queries.invalidateQueries({ queryKey: ['studio'] }),
  })
  return (
    <>
      <Button
        color={isLive ? 'red' : 'ink'}
        leftSection={
          isLive ? (
            <IconPlayerStopFilled size={16} aria-hidden="true" />
          ) : (
            <IconBroadcast size={18} stroke={1.75} aria-hidden="true" />
          )
        }
        loading={isPending || change.isPending}
        onClick={() => change.mutate(!isLive)}
      >
        {isLive ? t.end : t.start}
      </Button>
      {change.error && <ErrorAlert error={change.error} retry={() => change.mutate(!isLive)} />}
    </>
  )
}
