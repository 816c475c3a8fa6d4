import { Badge, Group, NativeSelect, Stack, Text } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { limits, liveSorts, type consoleApi, type ContentOf, type LiveMeasure } from '@onair/contract'
import { omitEmpty } from '../../../lib/search-params.ts'
import { strings } from '../../../locales/index.ts'
import { FilterInput } from '../../../ui/forms/filter-input.tsx'
import { List } from '../../../ui/list.tsx'
import { PageTitle } from '../../../ui/page-title.tsx'
import { Pages } from '../../../ui/pages.tsx'
import { QueryBoundary } from '../../../ui/query-boundary.tsx'
import { RelativeTime } from '../../../ui/relative-time.tsx'
import { categoryName } from '../../channels/category-name.ts'
import { liveTitleOf } from '../../watch/live-title.ts'
import { LiveMeasures } from '../components/live-measures.tsx'
import { LivePreview } from '../components/live-preview.tsx'
import { PersonLink } from '../components/person-link.tsx'
import { siteLivesQuery } from '../queries.ts'
import classes from './admin.module.css'

const { lives: t } = strings('admin')
const { onAir } = strings('common').time

type LiveRow = ContentOf<typeof consoleApi.admin.listSiteLives>['data'][number]

/** The lives of the site, and what can be done about each. The server searches, sorts and pages. */
export function AdminLives() {
  const search = useSearch({ from: '/admin/lives' })
  const { q = '', sort = 'VIEWERS', page = 0 } = search
  const navigate = useNavigate({ from: '/admin/lives' })
  const query = useQuery({
    ...siteLivesQuery({ ...(q !== '' && { search: q }), sort, page }),
    placeholderData: keepPreviousData,
  })
  const filter = (changed: Partial<Record<'q' | 'sort', string>> & { page?: number | undefined }) =>
    void navigate({
      search: (before) => omitEmpty({ ...before, page: undefined, ...changed }) as typeof search,
      replace: true,
    })
  return (
    <Stack gap="lg">
      <PageTitle>{t.title}</PageTitle>
      <Group align="end" gap="md">
        <FilterInput label={t.search} value={q} onChange={(text) => filter({ q: text })} />
        <NativeSelect
          label={t.order}
          value={sort}
          onChange={({ currentTarget: { value } }) => filter({ sort: value })}
          data={liveSorts.map((value) => ({ value, label: t.orders[value] }))}
        />
      </Group>
      <QueryBoundary query={query}>
        {(list) => (
          <>
            <List items={list.data} label={t.title} idField="liveId" rowClass={classes.live} empty={t.none}>
              {(live) => <Live live={live} />}
            </List>
            <Pages list={list} size={limits.siteLiveListSize} texts={t} onPage={(shown) => filter({ page: shown })} />
          </>
        )}
      </QueryBoundary>
    </Stack>
  )
}

function Live({ live }: { live: LiveRow }) {
  const { channelId, channelName, title, category, viewers, openedDate, thumbnailUrl } = live
  const { source, audience, adult, adultBySite } = live
  const measures: LiveMeasure[] = [
    'END',
    adult ? 'REMOVE_AGE_LIMIT' : 'SET_AGE_LIMIT',
    ...(title === null ? [] : (['REMOVE_TITLE'] as const)),
    'REMOVE_PICTURE',
  ]
  return (
    <>
      <img src={thumbnailUrl.replaceAll('{type}', '270')} alt="" width="192" height="108" loading="lazy" />
      <Stack gap={4} miw={0}>
        <Link to="/watch/$channelId" params={{ channelId }}>
          <bdi>{liveTitleOf(title, channelName)}</bdi>
        </Link>
        <Text component="div" size="sm">
          <PersonLink channelId={channelId} channelName={channelName} />
          {category !== null && ` · ${categoryName(category)}`}
        </Text>
        <Text component="div" size="sm" c="dimmed">
          {t.viewers(viewers)} · <RelativeTime at={openedDate} phrase={onAir} />
          {' · '}
          {source === null ? t.noVideo : t.sources[source]}
        </Text>
        {(adult || audience !== 'EVERYBODY') && (
          <Group gap={6}>
            {adult && <Badge color="red">{adultBySite ? t.adultBySite : t.adult}</Badge>}
            {audience !== 'EVERYBODY' && <Badge color="ink">{t.audiences[audience]}</Badge>}
          </Group>
        )}
        <Group gap="xs" mt={4}>
          <LivePreview channelId={channelId} channelName={channelName} />
          <LiveMeasures channelId={channelId} channelName={channelName} measures={measures} />
        </Group>
      </Stack>
    </>
  )
}
