import { Button, Stack } from '@mantine/core'
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { consoleModeration, type ContentOf } from '@onair/contract'
import { api } from '../api.ts'
import { inLanguage } from '../language.ts'
import { Failed } from '../parts/failed.tsx'
import { FindChannel, type FoundChannel } from '../parts/find-channel.tsx'
import { ListedOn } from '../parts/listed.tsx'
import { Moment } from '../parts/moment.tsx'
import { Title } from '../parts/title.tsx'
import { Who } from '../parts/who.tsx'
import { restrictionsQuery } from '../studio-queries.ts'
import { useOwnChannelId } from '../visitor.ts'

type Restricted = ContentOf<typeof consoleModeration.listRestricted>['data'][number]

/** Who may not speak or donate in one's channel until they are released. */
export function StudioRestrictions() {
  const asked = useInfiniteQuery(restrictionsQuery(useOwnChannelId()))
  return (
    <Stack gap="lg">
      <Title about={said.about}>{said.title}</Title>
      <section className="card" aria-labelledby="add">
        <h2 id="add">{said.add}</h2>
        <FindChannel label={said.find}>{(one) => <Restricting channel={one} />}</FindChannel>
      </section>
      <ListedOn asked={asked} named={said.title} empty={said.none}>
        {(one) => <RestrictedRow key={one.restrictedChannelId} restricted={one} />}
      </ListedOn>
    </Stack>
  )
}

function Restricting({ channel: { channelId: targetChannelId, channelName } }: { channel: FoundChannel }) {
  const channelId = useOwnChannelId()
  const restrict = useChange(() => api(consoleModeration.restrict, { inPath: { channelId, targetChannelId } }))
  return (
    <div className="row-acts">
      <span role="status" className="small soft">
        {restrict.isSuccess && said.done}
      </span>
      <Button
        size="xs"
        color="red"
        loading={restrict.isPending}
        onClick={() => restrict.mutate()}
        aria-label={said.restrictOne(channelName)}
      >
        {said.restrict}
      </Button>
      {restrict.error && <Failed error={restrict.error} again={() => restrict.mutate()} />}
    </div>
  )
}

function RestrictedRow({ restricted }: { restricted: Restricted }) {
  const { restrictedChannelId: targetChannelId, restrictedChannelName, createdDate } = restricted
  const channelId = useOwnChannelId()
  const release = useChange(() => api(consoleModeration.release, { inPath: { channelId, targetChannelId } }))
  return (
    <li className="app-row">
      <div>
        <Who channelId={targetChannelId} name={restrictedChannelName} />
        <span className="small soft">
          {said.since} <Moment at={createdDate} />
        </span>
      </div>
      <Button
        size="xs"
        variant="default"
        loading={release.isPending}
        onClick={() => release.mutate()}
        aria-label={said.releaseOne(restrictedChannelName)}
      >
        {said.release}
      </Button>
      {release.error && <Failed error={release.error} again={() => release.mutate()} />}
    </li>
  )
}

function useChange(mutationFn: () => Promise<unknown>) {
  const queries = useQueryClient()
  const listing = restrictionsQuery(useOwnChannelId())
  return useMutation({ mutationFn, onSettled: () => queries.invalidateQueries(listing) })
}

const said = inLanguage({
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
