import { Button, Stack } from '@mantine/core'
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { consoleApi, type ContentOf } from '@onair/contract'
import { api } from '../../lib/api.ts'
import { localize } from '../../lib/language.ts'
import { ErrorAlert } from '../../ui/error-alert.tsx'
import { FindChannel, type FoundChannel } from './find-channel.tsx'
import { InfiniteList } from '../../ui/list.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { PageTitle } from '../../ui/page-title.tsx'
import { ChannelIdentity } from '../../ui/channel-identity.tsx'
import { restrictionsQuery } from './studio-queries.ts'
import { useVisitorChannelId } from '../../lib/visitor.ts'
import layout from '../../ui/layout.module.css'

type Restriction = ContentOf<typeof consoleApi.moderation.listRestricted>['data'][number]

/** Who may not speak or donate in one's channel until they are released. */
export function StudioRestrictions() {
  const query = useInfiniteQuery(restrictionsQuery(useVisitorChannelId()))
  return (
    <Stack gap="lg">
      <PageTitle about={t.about}>{t.title}</PageTitle>
      <section className="card" aria-labelledby="add">
        <h2 id="add">{t.add}</h2>
        <FindChannel label={t.find}>{(one) => <RestrictChannel channel={one} />}</FindChannel>
      </section>
      <InfiniteList asked={query} label={t.title} empty={t.none}>
        {(one) => <RestrictionRow key={one.restrictedChannelId} restricted={one} />}
      </InfiniteList>
    </Stack>
  )
}

function RestrictChannel({ channel: { channelId: targetChannelId, channelName } }: { channel: FoundChannel }) {
  const channelId = useVisitorChannelId()
  const restrict = useRestrictionMutation(() =>
    api(consoleApi.moderation.restrict, { pathParams: { channelId, targetChannelId } }),
  )
  return (
    <div className={layout.rowActions}>
      <span role="status" className="small soft">
        {restrict.isSuccess && t.done}
      </span>
      <Button
        size="xs"
        color="red"
        loading={restrict.isPending}
        onClick={() => restrict.mutate()}
        aria-label={t.restrictOne(channelName)}
      >
        {t.restrict}
      </Button>
      {restrict.error && <ErrorAlert error={restrict.error} retry={() => restrict.mutate()} />}
    </div>
  )
}

function RestrictionRow({ restricted: restriction }: { restricted: Restriction }) {
  const { restrictedChannelId: targetChannelId, restrictedChannelName, createdDate } = restriction
  const channelId = useVisitorChannelId()
  const release = useRestrictionMutation(() =>
    api(consoleApi.moderation.release, { pathParams: { channelId, targetChannelId } }),
  )
  return (
    <li className={layout.row}>
      <div>
        <ChannelIdentity channelId={targetChannelId} name={restrictedChannelName} />
        <span className="small soft">
          {t.since} <RelativeTime at={createdDate} />
        </span>
      </div>
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
    </li>
  )
}

function useRestrictionMutation(mutationFn: () => Promise<unknown>) {
  const queries = useQueryClient()
  const query = restrictionsQuery(useVisitorChannelId())
  return useMutation({ mutationFn, onSettled: () => queries.invalidateQueries(query) })
}

const t = localize({
  ko: {
    title: '활동 제한',
    about: '제한한 사람은 풀어 줄 때까지 이 채널에서 채팅과 후원을 할 수 없습니다.',
    add: '시청자 제한하기',
    find: '제한할 사람의 채널',
    restrict: '제한',
    restrictOne: (name: string) => `${name} 제한`,
    done: '제한했습니다.',
    none: '제한한 사람이 없습니다.',
    since: '제한',
    release: '풀기',
    releaseOne: (name: string) => `${name} 제한 풀기`,
  },
  en: {
    title: 'Restrictions',
    about: 'Whoever is restricted can neither chat nor donate in this channel until you release them.',
    add: 'Restrict a viewer',
    find: 'Channel of the person to restrict',
    restrict: 'Restrict',
    restrictOne: (name: string) => `Restrict ${name}`,
    done: 'Restricted.',
    none: 'Nobody is restricted.',
    since: 'Restricted',
    release: 'Release',
    releaseOne: (name: string) => `Release ${name}`,
  },
})
