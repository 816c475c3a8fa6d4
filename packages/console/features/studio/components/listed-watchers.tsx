import { Button, Stack, Text } from '@mantine/core'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { consoleApi, limits } from '@onair/contract'
import { api } from '../../../lib/api.ts'
import { strings } from '../../../locales/index.ts'
import { ErrorAlert } from '../../../ui/error-alert.tsx'
import { QueryBoundary } from '../../../ui/query-boundary.tsx'
import { ChannelIdentity } from '../../channels/channel-identity.tsx'
import { FindChannel, type FoundChannel } from './find-channel.tsx'
import layout from '../../../ui/layout.module.css'

const { whoMayWatch: t } = strings('studio')

const watchersQuery = queryOptions({
  queryKey: ['studio', 'watchers'],
  queryFn: () => api(consoleApi.studio.listWatchers),
})

/** The people who may watch a channel for listed people. */
export function ListedWatchers() {
  const query = useQuery(watchersQuery)
  const isListed = (channelId: string) => query.data?.data.some((one) => one.channelId === channelId) ?? false
  return (
    <section className="card" aria-labelledby="watchers">
      <Stack gap="sm">
        <h2 id="watchers">{t.listed}</h2>
        <Text size="sm" c="dimmed">
          {t.listedAbout(limits.listedWatchers)}
        </Text>
        <FindChannel label={t.find}>
          {(one) => (isListed(one.channelId) ? <Remove person={one} /> : <Add person={one} />)}
        </FindChannel>
        <QueryBoundary query={query}>
          {({ data }) =>
            data.length === 0 ? (
              <Text size="sm">{t.nobody}</Text>
            ) : (
              <ul className={layout.rows} aria-label={t.listed}>
                {data.map((one) => (
                  <li key={one.channelId} className={layout.row}>
                    <ChannelIdentity channelId={one.channelId} name={one.channelName} isVerified={false} isDense />
                    <Remove person={one} />
                  </li>
                ))}
              </ul>
            )
          }
        </QueryBoundary>
      </Stack>
    </section>
  )
}

function Add({ person: { channelId, channelName } }: { person: FoundChannel }) {
  const add = useWatcherChange(() => api(consoleApi.studio.putWatcher, { pathParams: { watcherChannelId: channelId } }))
  return (
    <>
      <Button size="xs" loading={add.isPending} onClick={() => add.mutate()} aria-label={t.addOne(channelName)}>
        {t.add}
      </Button>
      {add.error && <ErrorAlert error={add.error} />}
    </>
  )
}

function Remove({ person: { channelId, channelName } }: { person: FoundChannel }) {
  const remove = useWatcherChange(() =>
    api(consoleApi.studio.deleteWatcher, { pathParams: { watcherChannelId: channelId } }),
  )
  return (
    <>
      <Button
        size="xs"
        variant="default"
        loading={remove.isPending}
        onClick={() => remove.mutate()}
        aria-label={t.removeOne(channelName)}
      >
        {t.remove}
      </Button>
      {remove.error && <ErrorAlert error={remove.error} />}
    </>
  )
}

function useWatcherChange(change: () => Promise<unknown>) {
  const queries = useQueryClient()
  return useMutation({ mutationFn: change, onSuccess: () => queries.invalidateQueries(watchersQuery) })
}
