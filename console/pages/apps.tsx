import { Badge, Group, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { limits } from '@onair/contract'
import { appsQuery } from '../app-queries.ts'
import { inLanguage } from '../language.ts'
import { Answered } from '../parts/answered.tsx'
import { Copied } from '../parts/copied.tsx'
import { ButtonLink } from '../parts/links.tsx'
import { Listed } from '../parts/listed.tsx'
import { Moment } from '../parts/moment.tsx'
import { Title } from '../parts/title.tsx'

/** The applications of whoever is signed in. */
export function Apps() {
  const asked = useQuery(appsQuery)
  return (
    <Stack gap="lg">
      <Group justify="space-between">
        <Title>{said.title}</Title>
        {asked.data && asked.data.data.length > 0 && <ButtonLink to="/console/apps/new">{said.register}</ButtonLink>}
      </Group>
      <Answered asked={asked}>
        {({ data }) => (
          <Listed items={data} named={said.title} empty={<Nothing />}>
            {({ clientId, name, lastUsedDate, daysLeft }) => (
              <li key={clientId} className="app-row">
                <div>
                  <Link className="app-name" to="/console/apps/$clientId" params={{ clientId }}>
                    <bdi>{name}</bdi>
                  </Link>
                  <div className="small soft">
                    <Copied value={clientId} />
                  </div>
                </div>
                <div className="small app-use">
                  <span className="soft">{said.lastUse}</span> <Moment at={lastUsedDate} />
                  {daysLeft <= limits.appIdleNoticeDays && <Badge color="orange">{said.daysLeft(daysLeft)}</Badge>}
                </div>
              </li>
            )}
          </Listed>
        )}
      </Answered>
    </Stack>
  )
}

function Nothing() {
  return (
    <div className="card nothing">
      <h2>{said.none}</h2>
      <p className="soft">{said.noneYet}</p>
      <ButtonLink to="/console/apps/new">{said.register}</ButtonLink>
    </div>
  )
}

const said = inLanguage({
  ko: {
    title: '애플리케이션',
    register: '애플리케이션 등록',
    lastUse: '마지막 사용',
    daysLeft: (days: number) => `${days}일 뒤 삭제`,
    none: '아직 애플리케이션이 없습니다',
    noneYet: '봇이나 오버레이를 등록하면 Client ID와 Secret을 받고, 사람들에게 권한을 요청할 수 있습니다.',
  },
  en: {
    title: 'Applications',
    register: 'Register an application',
    lastUse: 'Last used',
    daysLeft: (days: number) => (days === 1 ? 'Deleted in 1 day' : `Deleted in ${days} days`),
    none: 'No applications yet',
    noneYet: 'Register your bot or overlay to get its client id and secret, and to ask people for their consent.',
  },
})
