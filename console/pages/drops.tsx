import '../parts/drops.css'
import { Group, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { appsQuery } from '../app-queries.ts'
import { campaignsQuery, organizationsQuery } from '../drops-queries.ts'
import { inLanguage } from '../language.ts'
import { CampaignState } from '../parts/campaign-state.tsx'
import { Copied } from '../parts/copied.tsx'
import { Failed } from '../parts/failed.tsx'
import { ButtonLink } from '../parts/links.tsx'
import { Loading } from '../parts/loading.tsx'
import { Moment } from '../parts/moment.tsx'
import { Title } from '../parts/title.tsx'
import { visitorQuery } from '../visitor.ts'

/** The campaigns of every application with the drops scope; who has none learns how to get one. */
export function Drops() {
  const { data: apps, error, refetch } = useQuery(appsQuery)
  const withDrops = apps?.data.filter(({ hasDrops }) => hasDrops)
  return (
    <Stack gap="lg">
      <div>
        <Title>{said.title}</Title>
        <p className="soft small">{said.about}</p>
      </div>
      {error ? (
        <Failed error={error} again={() => void refetch()} />
      ) : !withDrops ? (
        <Loading />
      ) : withDrops.length === 0 ? (
        <NoApp />
      ) : (
        withDrops.map(({ clientId, name }) => <CampaignsOf key={clientId} clientId={clientId} name={name} />)
      )}
    </Stack>
  )
}

function CampaignsOf({ clientId, name }: { clientId: string; name: string }) {
  const { data: found, error, refetch } = useQuery(campaignsQuery(clientId, 0))
  return (
    <section className="card" aria-label={name}>
      <Group justify="space-between" gap="sm">
        <h2>
          <Link className="app-name" to="/console/apps/$clientId" params={{ clientId }}>
            <bdi>{name}</bdi>
          </Link>
        </h2>
        <ButtonLink size="xs" to="/console/drops/$clientId/new" params={{ clientId }}>
          {said.make}
        </ButtonLink>
      </Group>
      {error ? (
        <Failed error={error} again={() => void refetch()} />
      ) : !found ? (
        <Loading />
      ) : found.data.length === 0 ? (
        <p className="soft small after">{said.none}</p>
      ) : (
        <ul className="rows campaigns">
          {found.data.map(({ campaignId, title, categoryName, startsDate, endsDate }) => (
            <li key={campaignId} className="app-row">
              <div>
                <Link className="app-name" to="/console/drops/$clientId/$campaignId" params={{ clientId, campaignId }}>
                  <bdi>{title}</bdi>
                </Link>{' '}
                <CampaignState startsDate={startsDate} endsDate={endsDate} />
                <div className="small soft">{categoryName}</div>
              </div>
              <div className="small soft">
                <Moment at={startsDate} /> – {endsDate === null ? said.noEnd : <Moment at={endsDate} />}
              </div>
            </li>
          ))}
        </ul>
      )}
    </section>
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
    none: '아직 캠페인이 없습니다.',
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
    none: 'No campaigns yet.',
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
