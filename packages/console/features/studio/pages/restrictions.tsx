import { Button, Group, NativeSelect, Stack, Text } from '@mantine/core'
import { keepPreviousData, useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { consoleApi, limits, type ContentOf } from '@onair/contract'
import { api } from '../../../lib/api.ts'
import { formatExactDuration } from '../../../lib/time-phrase.ts'
import { language, strings } from '../../../locales/index.ts'
import { ConfirmButton } from '../../../ui/forms/confirm-button.tsx'
import { ErrorAlert } from '../../../ui/error-alert.tsx'
import { FilterInput } from '../../../ui/forms/filter-input.tsx'
import { FindChannel, type FoundChannel } from '../components/find-channel.tsx'
import { InfiniteTable } from '../../../ui/list.tsx'
import { RelativeTime } from '../../../ui/relative-time.tsx'
import { PageTitle } from '../../../ui/page-title.tsx'
import { PersonButton } from '../components/person-button.tsx'
import { restrictionsKey, restrictionsQuery } from '../queries/studio-queries.ts'
import { useStudioChannelId } from '../studio-channel.ts'
import layout from '../../../ui/layout.module.css'

const { restrictions: t } = strings('studio')
const { actorNames } = strings('moderation')

type Restriction = ContentOf<typeof consoleApi.moderation.listRestricted>['data'][number]

export type RestrictionSearch = { name?: string }

/** The viewers who cannot chat or donate in the channel. */
export function StudioRestrictions() {
  const { name = '' }: RestrictionSearch = useSearch({ strict: false })
  const navigate = useNavigate()
  const query = useInfiniteQuery({
    ...restrictionsQuery(useStudioChannelId(), name),
    placeholderData: keepPreviousData,
  })
  const hasRestrictions = (query.data?.pages[0]?.data.length ?? 0) > 0
  return (
    <Stack gap="lg">
      <PageTitle description={t.about}>{t.title}</PageTitle>
      <section className="card" aria-labelledby="add">
        <h2 id="add">{t.add}</h2>
        <FindChannel label={t.find}>{(one, search) => <RestrictChannel channel={one} search={search} />}</FindChannel>
      </section>
      {(name !== '' || hasRestrictions) && (
        <Group justify="space-between" align="end">
          <h2>{t.list}</h2>
          <FilterInput
            label={t.search}
            value={name}
            onChange={(text) => void navigate({ to: '.', search: text === '' ? {} : { name: text }, replace: true })}
          />
        </Group>
      )}
      <InfiniteTable
        query={query}
        label={t.title}
        idField="restrictedChannelId"
        columns={[t.viewer, t.since, t.until, t.by, t.action]}
        hasCards
        empty={name === '' ? t.none : t.noMatch(name)}
      >
        {(one) => <RestrictionCells restriction={one} />}
      </InfiniteTable>
    </Stack>
  )
}

type TimeoutSecs = (typeof limits.timeoutSecs)[number]

/** `search` is the text by which the channel was found. */
function RestrictChannel({ channel, search }: { channel: FoundChannel; search: string }) {
  const channelId = useStudioChannelId()
  const { data } = useInfiniteQuery(restrictionsQuery(channelId, search))
  const restriction = data?.pages
    .flatMap((page) => page.data)
    .find(({ restrictedChannelId }) => restrictedChannelId === channel.channelId)
  return (
    <div className={layout.rowActions}>
      <Text span size="sm" c="dimmed" role="status">
        {restriction && (restriction.releaseDate === null ? t.restricted : t.timedOut)}
      </Text>
      <PersonButton person={channel} />
      {data && !restriction && channel.channelId !== channelId && <RestrictForm channel={channel} />}
    </div>
  )
}

function RestrictForm({ channel: { channelId: targetChannelId, channelName } }: { channel: FoundChannel }) {
  const channelId = useStudioChannelId()
  /** Null: until lifted. */
  const [seconds, setSeconds] = useState<TimeoutSecs | null>(null)
  const pathParams = { channelId, targetChannelId }
  const queries = useQueryClient()
  const restrict = useMutation({
    mutationFn: (): Promise<unknown> =>
      seconds === null
        ? api(consoleApi.moderation.restrict, { pathParams })
        : api(consoleApi.moderation.restrictTemporarily, { pathParams, body: { seconds } }),
    onSettled: () => queries.invalidateQueries({ queryKey: restrictionsKey }),
  })
  return (
    <>
      <NativeSelect
        size="xs"
        aria-label={t.durationOf(channelName)}
        value={seconds ?? ''}
        onChange={({ currentTarget: { value } }) => setSeconds(value === '' ? null : (Number(value) as TimeoutSecs))}
        data={durationOptions}
      />
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
    </>
  )
}

const durationOptions = [
  { value: '', label: t.untilLifted },
  ...limits.timeoutSecs.map((value) => ({ value: String(value), label: formatExactDuration(value, language) })),
]

function RestrictionCells({ restriction }: { restriction: Restriction }) {
  const { restrictedChannelId: targetChannelId, restrictedChannelName, createdDate, releaseDate } = restriction
  const { restrictedBy } = restriction
  const pathParams = { channelId: useStudioChannelId(), targetChannelId }
  const queries = useQueryClient()
  const release = async () => {
    const endpoint = releaseDate === null ? consoleApi.moderation.release : consoleApi.moderation.releaseTemporarily
    await api(endpoint, { pathParams })
    await queries.invalidateQueries({ queryKey: restrictionsKey })
  }
  return (
    <>
      <th scope="row">
        <Link to="/watch/$channelId" params={{ channelId: targetChannelId }} className={layout.rowTitle} dir="auto">
          {restrictedChannelName}
        </Link>
      </th>
      <td data-label={t.since}>
        <RelativeTime at={createdDate} />
      </td>
      <td data-label={t.until}>{releaseDate === null ? t.untilLifted : <RelativeTime at={releaseDate} />}</td>
      <td data-label={t.by}>
        {restrictedBy === null ? t.unknown : actorNames[restrictedBy.actorKind](restrictedBy.actorName)}
      </td>
      <td>
        <div className={layout.rowActions}>
          <PersonButton person={{ channelId: targetChannelId, channelName: restrictedChannelName }} />
          <ConfirmButton
            label={t.release}
            ariaLabel={t.releaseOne(restrictedChannelName)}
            title={t.releaseTitle(restrictedChannelName)}
            confirmLabel={t.release}
            onConfirm={release}
            isDestructive={false}
          >
            {t.releaseAbout}
          </ConfirmButton>
        </div>
      </td>
    </>
  )
}
