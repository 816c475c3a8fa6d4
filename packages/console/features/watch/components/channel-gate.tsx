import { Box } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, type ReactNode } from 'react'
import { isMalformed, isNotFound } from '../../../lib/api.ts'
import { loadStrings, strings } from '../../../locales/index.ts'
import { ErrorAlert } from '../../../ui/error-alert.tsx'
import { Loading } from '../../../ui/loading.tsx'
import { channelQuery, type ChannelDetails } from '../queries.ts'
import { useAgeConfirmation } from '../viewer-claims.ts'
import classes from '../pages/watch.module.css'

const { page: t } = strings('watch')

const AdultGate = lazy(() => import('./adult-gate.tsx'))
const NotFound = lazy(() => import('../../../ui/not-found.tsx').then((part) => ({ default: part.NotFound })))
const PrivateGate = lazy(async () => {
  await loadStrings('private')
  return import('./private-gate.tsx')
})

type Props = { channelId: string; children: (channel: ChannelDetails) => ReactNode }

/** The channel, or why it is not shown. */
export function ChannelGate({ channelId, children }: Props) {
  const [isAgeConfirmed, confirmAge] = useAgeConfirmation()
  const { data: channel, error, refetch } = useQuery(channelQuery(channelId))
  if (channel?.watchBlock != null)
    return (
      <Suspense>
        <PrivateGate channel={channel} block={channel.watchBlock} />
      </Suspense>
    )
  if (channel?.state.adult && !isAgeConfirmed)
    return (
      <Suspense>
        <AdultGate onConfirm={confirmAge} />
      </Suspense>
    )
  if (channel) return children(channel)
  return <WatchPending error={error} refetch={() => void refetch()} />
}

type PendingProps = { error: Error | null; refetch: () => void }

/** Shown until the channel is there, and if it does not come. */
export function WatchPending({ error, refetch }: PendingProps) {
  if (error)
    return isNotFound(error) || isMalformed(error) ? (
      <Suspense>
        <NotFound title={t.notFound} about={t.notFoundHint} />
      </Suspense>
    ) : (
      <ErrorAlert error={error} refetch={refetch} />
    )
  return (
    <div className={classes.page}>
      <Box p="xl">
        <Loading />
      </Box>
    </div>
  )
}
