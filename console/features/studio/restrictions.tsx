import { Button, Stack, Text } from '@mantine/core'
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { consoleApi, type ContentOf } from '@onair/contract'
import { api } from '../../lib/api.ts'
import { strings } from '../../locales/index.ts'
import { ErrorAlert } from '../../ui/error-alert.tsx'
import { FindChannel, type FoundChannel } from './find-channel.tsx'
import { InfiniteTable } from '../../ui/list.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { PageTitle } from '../../ui/page-title.tsx'
import { PersonButton } from './person-button.tsx'
import { restrictionsQuery } from './studio-queries.ts'
import { useVisitorChannelId } from '../../lib/visitor.ts'
import layout from '../../ui/layout.module.css'

const { restrictions: t } = strings('studio')
const { actorNames } = strings('common').moderation

type Restriction = ContentOf<typeof consoleApi.moderation.listRestricted>['data'][number]

/** The viewers who cannot chat or donate in the streamer's channel. */
export function StudioRestrictions() {
  const channelId = useVisitorChannelId()
  const query = useInfiniteQuery(restrictionsQuery(channelId))
  const restricted = new Set(
    query.data?.pages.flatMap(({ data }) => data.map(({ restrictedChannelId }) => restrictedChannelId)),
  )
  return (
    <Stack gap="lg">
      <PageTitle description={t.about}>{t.title}</PageTitle>
      <section className="card" aria-labelledby="add">
        <h2 id="add">{t.add}</h2>
        <FindChannel label={t.find}>
          {(one) => <RestrictChannel channel={one} isRestricted={restricted.has(one.channelId)} />}
        </FindChannel>
      </section>
      <InfiniteTable
        query={query}
        label={t.title}
        idField="restrictedChannelId"
        columns={[t.viewer, t.since, t.by, t.action]}
        hasCards
        empty={t.none}
      >
        {(one) => <RestrictionCells restriction={one} />}
      </InfiniteTable>
    </Stack>
  )
}

type RestrictProps = {
  channel: FoundChannel
  /** It is among the loaded restrictions. */
  isRestricted: boolean
}

function RestrictChannel({ channel: { channelId: targetChannelId, channelName }, isRestricted }: RestrictProps) {
  const channelId = useVisitorChannelId()
  const restrict = useRestrictionMutation(() =>
    api(consoleApi.moderation.restrict, { pathParams: { channelId, targetChannelId } }),
  )
  return (
    <div className={layout.rowActions}>
      <Text span size="sm" c="dimmed" role="status">
        {isRestricted && t.done}
      </Text>
      <PersonButton person={{ channelId: targetChannelId, channelName }} />
      {!isRestricted && (
        <Button
          size="xs"
          color="red"
          loading={restrict.isPending}
          onClick={() => restrict.mutate()}
          aria-label={t.restrictOne(channelName)}
        >
          {t.restrict}
        </Button>
      )}
      {restrict.error && <ErrorAlert error={restrict.error} retry={() => restrict.mutate()} />}
    </div>
  )
}

function RestrictionCells({ restriction }: { restriction: Restriction }) {
  const { restrictedChannelId: targetChannelId, restrictedChannelName, createdDate, restrictedBy } = restriction
  const channelId = useVisitorChannelId()
  const release = useRestrictionMutation(() =>
    api(consoleApi.moderation.release, { pathParams: { channelId, targetChannelId } }),
  )
  return (
    <>
      <th scope="row">
        <Link to="/watch/$channelId" params={{ channelId: targetChannelId }} className={layout.rowTitle} dir="auto">
          {restrictedChannelName}
        </Link>
      </th>
      <td>
        <RelativeTime at={createdDate} />
      </td>
      <td>{restrictedBy === null ? t.unknown : actorNames[restrictedBy.actorKind](restrictedBy.actorName)}</td>
      <td>
        <div className={layout.rowActions}>
          <PersonButton person={{ channelId: targetChannelId, channelName: restrictedChannelName }} />
          <Button
            size="xs"
            variant="default"
            loading={release.isPending}
            onClick={() => release.mutate()}
            aria-label={t.releaseOne(restrictedChannelName)}
          >
            {t.release}
          </Button>
          {release.error && <ErrorAlert error={release.error} retry={() => release.mutate()} />}
        </div>
      </td>
    </>
  )
}

function useRestrictionMutation(mutationFn: () => Promise<unknown>) {
  const queries = useQueryClient()
  const query = restrictionsQuery(useVisitorChannelId())
  return useMutation({ mutationFn, onSettled: () => queries.invalidateQueries(query) })
}
