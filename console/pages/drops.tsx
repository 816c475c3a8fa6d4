import '../parts/drops.css'
import { Button, Group, Menu, NativeSelect, Stack } from '@mantine/core'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { campaignStates } from '@onair/contract'
import { appsQuery } from '../app-queries.ts'
import { campaignsQuery, organizationsQuery, type CampaignFilters } from '../drops-queries.ts'
import { withoutEmpty } from '../filters.ts'
import { inLanguage } from '../language.ts'
import { Answered } from '../parts/answered.tsx'
import { CampaignState, campaignStateWords } from '../parts/campaign-state.tsx'
import { Copied } from '../parts/copied.tsx'
import { ButtonLink } from '../parts/links.tsx'
import { ListedOn } from '../parts/listed.tsx'
import { Loading } from '../parts/loading.tsx'
import { Moment } from '../parts/moment.tsx'
import { Title } from '../parts/title.tsx'
import { WantedText } from '../parts/wanted-text.tsx'
import { visitorQuery } from '../visitor.ts'

/** The campaigns of all one's applications with the drops scope; who has none learns how to get one. */
export function Drops() {
  const apps = useQuery(appsQuery)
  return (
    <Stack gap="lg">
      <Answered asked={apps}>
        {({ data }) => {
          const withDrops = data.filter(({ hasDrops }) => hasDrops)
          return withDrops.length === 0 ? (
            <>
              <Title about={said.about}>{said.title}</Title>
              <NoApp />
            </>
          ) : (
            <Campaigns apps={withDrops} />
          )
        }}
      </Answered>
    </Stack>
  )
}

type App = { clientId: string; name: string }

function Campaigns({ apps }: { apps: readonly App[] }) {
  const filters = useSearch({ from: '/console/drops' })
  const navigate = useNavigate({ from: '/console/drops' })
  const asked = useInfiniteQuery(campaignsQuery(filters))
  const filter = (changed: CampaignFilters) =>
    void navigate({ search: (before) => withoutEmpty({ ...before, ...changed }), replace: true })
  const isFiltered = Object.keys(filters).length > 0
  const hasAny = asked.data?.pages.some(({ data }) => data.length > 0)
  return (
    <>
      <Group justify="space-between" align="start">
        <Title about={said.about}>{said.title}</Title>
        {(hasAny || isFiltered) && <Make apps={apps} />}
      </Group>
      <section className="filters" aria-label={said.filters} hidden={!hasAny && !isFiltered}>
        <NativeSelect
          label={said.state}
          value={filters.state ?? ''}
          data={[
            { value: '', label: said.all },
            ...campaignStates.map((one) => ({ value: one, label: campaignStateWords[one] })),
          ]}
          onChange={({ currentTarget: { value } }) => filter({ state: campaignStates.find((one) => one === value) })}
        />
        {apps.length > 1 && (
          <NativeSelect
            label={said.app}
            value={filters.app ?? ''}
            data={[
              { value: '', label: said.all },
              ...apps.map(({ clientId, name }) => ({ value: clientId, label: name })),
            ]}
            onChange={({ currentTarget: { value } }) => filter({ app: value })}
          />
        )}
        <WantedText label={said.text} value={filters.text ?? ''} onChange={(text) => filter({ text })} />
      </section>
      <ListedOn
        asked={asked}
        named={said.title}
        empty={
          <div className="card nothing">
            <h2>{isFiltered ? said.noneFits : said.none}</h2>
            {isFiltered ? (
              <Button variant="default" onClick={() => void navigate({ search: {}, replace: true })}>
                {said.clear}
              </Button>
            ) : (
              <>
                <p className="soft">{said.noneYet}</p>
                <Make apps={apps} />
              </>
            )}
          </div>
        }
      >
        {({ campaignId, clientId, title, appName, categoryName, startsDate, endsDate }) => (
          <li key={campaignId} className="app-row">
            <div>
              <Link className="app-name" to="/console/drops/$clientId/$campaignId" params={{ clientId, campaignId }}>
                <bdi>{title}</bdi>
              </Link>{' '}
              <CampaignState startsDate={startsDate} endsDate={endsDate} />
              <div className="small soft">
                <bdi>{appName}</bdi> · <bdi>{categoryName}</bdi>
              </div>
            </div>
            <div className="small soft">
              <Moment at={startsDate} /> – {endsDate === null ? said.noEnd : <Moment at={endsDate} />}
            </div>
          </li>
        )}
      </ListedOn>
    </>
  )
}

/** A campaign belongs to one application; who has several chooses. */
function Make({ apps }: { apps: readonly App[] }) {
  const [only] = apps
  if (only && apps.length === 1)
    return (
      <ButtonLink to="/console/drops/$clientId/new" params={{ clientId: only.clientId }}>
        {said.make}
      </ButtonLink>
    )
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button>{said.make} ▾</Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{said.ofWhich}</Menu.Label>
        {apps.map(({ clientId, name }) => (
          <Menu.Item key={clientId} component={Link} to={`/console/drops/${clientId}/new`}>
            <bdi>{name}</bdi>
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

function NoApp() {
  const { data: organizations } = useQuery(organizationsQuery)
  const { data: visitor } = useQuery(visitorQuery)
  if (!organizations || !visitor) return <Loading />
  const [speaksFor] = organizations.data
  if (speaksFor)
    return (
      <div className="card nothing">
        <h2>{said.noApp}</h2>
        <p className="soft">{said.youSpeak(speaksFor.name)}</p>
        <ButtonLink to="/console/apps/new">{said.register}</ButtonLink>
      </div>
    )
  const command = `npm run onair -- organization approve my-company --name "My Company" --channel-id ${visitor.channelId}`
  return (
    <div className="card nothing">
      <h2>{said.noOrganization}</h2>
      <p className="soft">{said.howToGet}</p>
      <Copied value={command} />
      <p className="soft">{said.afterwards}</p>
    </div>
  )
}

const said = inLanguage({
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
