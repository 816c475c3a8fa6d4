import { Button, Group, Menu, NativeSelect, Stack } from '@mantine/core'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { campaignStates } from '@onair/contract'
import { appsQuery, organizationsQuery } from '../../lib/app-queries.ts'
import { campaignsQuery, type CampaignFilters } from './drops-queries.ts'
import { omitEmpty } from '../../lib/omit-empty.ts'
import { localize } from '../../lib/language.ts'
import { QueryBoundary } from '../../ui/query-boundary.tsx'
import { CampaignStateBadge, campaignStateLabels } from './campaign-state.tsx'
import { CopyableText } from '../../ui/copyable-text.tsx'
import { ButtonLink } from '../../ui/links.tsx'
import { InfiniteList } from '../../ui/list.tsx'
import { Loading } from '../../ui/loading.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { PageTitle } from '../../ui/page-title.tsx'
import { FilterInput } from '../../ui/filter-input.tsx'
import { visitorQuery } from '../../lib/visitor.ts'
import layout from '../../ui/layout.module.css'

/** The campaigns of all one's applications with the drops scope; who has none learns how to get one. */
export function Drops() {
  const apps = useQuery(appsQuery)
  return (
    <Stack gap="lg">
      <QueryBoundary query={apps}>
        {({ data }) => {
          const withDrops = data.filter(({ hasDrops }) => hasDrops)
          return withDrops.length === 0 ? (
            <>
              <PageTitle about={t.about}>{t.title}</PageTitle>
              <NoDropsApp />
            </>
          ) : (
            <CampaignList apps={withDrops} />
          )
        }}
      </QueryBoundary>
    </Stack>
  )
}

type App = { clientId: string; name: string }

function CampaignList({ apps }: { apps: readonly App[] }) {
  const filters = useSearch({ from: '/console/drops' })
  const navigate = useNavigate({ from: '/console/drops' })
  const query = useInfiniteQuery(campaignsQuery(filters))
  const filter = (changes: CampaignFilters) =>
    void navigate({ search: (before) => omitEmpty({ ...before, ...changes }), replace: true })
  const isFiltered = Object.keys(filters).length > 0
  const hasAny = query.data?.pages.some(({ data }) => data.length > 0)
  return (
    <>
      <Group justify="space-between" align="start">
        <PageTitle about={t.about}>{t.title}</PageTitle>
        {(hasAny || isFiltered) && <CreateCampaignButton apps={apps} />}
      </Group>
      <section className={layout.filters} aria-label={t.filters} hidden={!hasAny && !isFiltered}>
        <NativeSelect
          label={t.state}
          value={filters.state ?? ''}
          data={[
            { value: '', label: t.all },
            ...campaignStates.map((one) => ({ value: one, label: campaignStateLabels[one] })),
          ]}
          onChange={({ currentTarget: { value } }) => filter({ state: campaignStates.find((one) => one === value) })}
        />
        {apps.length > 1 && (
          <NativeSelect
            label={t.app}
            value={filters.app ?? ''}
            data={[
              { value: '', label: t.all },
              ...apps.map(({ clientId, name }) => ({ value: clientId, label: name })),
            ]}
            onChange={({ currentTarget: { value } }) => filter({ app: value })}
          />
        )}
        <FilterInput label={t.text} value={filters.text ?? ''} onChange={(text) => filter({ text })} />
      </section>
      <InfiniteList
        asked={query}
        label={t.title}
        empty={
          <div className={layout.emptyState}>
            <h2>{isFiltered ? t.noneFits : t.none}</h2>
            {isFiltered ? (
              <Button variant="default" onClick={() => void navigate({ search: {}, replace: true })}>
                {t.clear}
              </Button>
            ) : (
              <>
                <p className="soft">{t.noneYet}</p>
                <CreateCampaignButton apps={apps} />
              </>
            )}
          </div>
        }
      >
        {({ campaignId, clientId, title, appName, categoryName, startsDate, endsDate }) => (
          <li key={campaignId} className={layout.row}>
            <div>
              <Link
                className={layout.rowTitle}
                to="/console/drops/$clientId/$campaignId"
                params={{ clientId, campaignId }}
              >
                <bdi>{title}</bdi>
              </Link>{' '}
              <CampaignStateBadge startsDate={startsDate} endsDate={endsDate} />
              <div className="small soft">
                <bdi>{appName}</bdi> · <bdi>{categoryName}</bdi>
              </div>
            </div>
            <div className="small soft">
              <RelativeTime at={startsDate} /> – {endsDate === null ? t.noEnd : <RelativeTime at={endsDate} />}
            </div>
          </li>
        )}
      </InfiniteList>
    </>
  )
}

/** A campaign belongs to one application; who has several chooses. */
function CreateCampaignButton({ apps }: { apps: readonly App[] }) {
  const [onlyApp] = apps
  if (onlyApp && apps.length === 1)
    return (
      <ButtonLink to="/console/drops/$clientId/new" params={{ clientId: onlyApp.clientId }}>
        {t.make}
      </ButtonLink>
    )
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button>{t.make} ▾</Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{t.ofWhich}</Menu.Label>
        {apps.map(({ clientId, name }) => (
          <Menu.Item key={clientId} component={Link} to={`/console/drops/${clientId}/new`}>
            <bdi>{name}</bdi>
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

function NoDropsApp() {
  const { data: organizations } = useQuery(organizationsQuery)
  const { data: visitor } = useQuery(visitorQuery)
  if (!organizations || !visitor) return <Loading />
  const [organization] = organizations.data
  if (organization)
    return (
      <div className={layout.emptyState}>
        <h2>{t.noApp}</h2>
        <p className="soft">{t.youSpeak(organization.name)}</p>
        <ButtonLink to="/console/apps/new">{t.register}</ButtonLink>
      </div>
    )
  const command = `npm run onair -- organization approve my-company --name "My Company" --channel-id ${visitor.channelId}`
  return (
    <div className={layout.emptyState}>
      <h2>{t.noOrganization}</h2>
      <p className="soft">{t.howToGet}</p>
      <CopyableText value={command} />
      <p className="soft">{t.afterwards}</p>
    </div>
  )
}

const t = localize({
  ko: {
    title: '드롭스',
    about: '방송을 본 시청자가 게임 보상을 받는 캠페인입니다. 보상을 받으면 애플리케이션의 웹훅으로 알립니다.',
    make: '캠페인 만들기',
    ofWhich: '어느 애플리케이션의 캠페인인가요?',
    filters: '거르기',
    state: '상태',
    app: '애플리케이션',
    text: '제목',
    all: '모두',
    none: '아직 캠페인이 없습니다',
    noneYet: '보상과 기간을 정하면 그 카테고리의 방송을 보는 시청자가 받을 수 있습니다.',
    noneFits: '맞는 캠페인이 없습니다',
    clear: '조건 지우기',
    noEnd: '끝나는 때 없음',
    noApp: '드롭스 권한이 있는 애플리케이션이 없습니다',
    youSpeak: (name: string) =>
      `${name}의 담당자로 승인되어 있습니다. 애플리케이션을 등록할 때 조직과 드롭스 권한을 고르세요. 이미 등록한 애플리케이션은 설정에서 바꿀 수 있습니다.`,
    register: '애플리케이션 등록',
    noOrganization: '승인된 조직의 담당자만 드롭스를 쓸 수 있습니다',
    howToGet:
      '게임 회사, 퍼블리셔, 크리에이터가 승인을 받을 수 있습니다. 이 플랫폼의 운영자에게 아래 명령을 부탁하세요. 조직의 ID와 이름은 바꾸어 씁니다.',
    afterwards: '승인되면 이 페이지에서 애플리케이션을 등록할 수 있습니다.',
  },
  en: {
    title: 'Drops',
    about:
      'Campaigns in which people who watch get rewards of a game. Each claim is told to the webhook of the application.',
    make: 'Make a campaign',
    ofWhich: 'Of which application?',
    filters: 'Filters',
    state: 'State',
    app: 'Application',
    text: 'Title',
    all: 'All',
    none: 'No campaigns yet',
    noneYet: 'Choose rewards and a time, and whoever watches a live of the category may claim them.',
    noneFits: 'No campaign fits',
    clear: 'Clear the filters',
    noEnd: 'no end',
    noApp: 'None of your applications has the drops scope',
    youSpeak: (name: string) =>
      `You speak for ${name}. Choose the organization and the drops scope when you register an application; of one that is registered you change them in its settings.`,
    register: 'Register an application',
    noOrganization: 'Drops are for those who speak for an approved organization',
    howToGet:
      'Game companies, publishers and creators can be approved. Ask the operator of this platform for this command, with the id and name of your organization.',
    afterwards: 'Once approved, you register an application from this page.',
  },
})
