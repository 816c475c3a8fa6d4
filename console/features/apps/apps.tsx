import { Badge, Group, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { limits } from '@onair/contract'
import { appsQuery } from '../../lib/app-queries.ts'
import { localize } from '../../lib/language.ts'
import { QueryBoundary } from '../../ui/query-boundary.tsx'
import { CopyableText } from '../../ui/copyable-text.tsx'
import { ButtonLink } from '../../ui/links.tsx'
import { List } from '../../ui/list.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { PageTitle } from '../../ui/page-title.tsx'
import layout from '../../ui/layout.module.css'
import classes from './apps.module.css'

/** The applications of whoever is signed in. */
export function Apps() {
  const query = useQuery(appsQuery)
  return (
    <Stack gap="lg">
      <Group justify="space-between">
        <PageTitle>{t.title}</PageTitle>
        {query.data && query.data.data.length > 0 && <ButtonLink to="/console/apps/new">{t.register}</ButtonLink>}
      </Group>
      <QueryBoundary query={query}>
        {({ data }) => (
          <List items={data} label={t.title} empty={<EmptyState />}>
            {({ clientId, name, lastUsedDate, daysLeft }) => (
              <li key={clientId} className={layout.row}>
                <div>
                  <Link className={layout.rowTitle} to="/console/apps/$clientId" params={{ clientId }}>
                    <bdi>{name}</bdi>
                  </Link>
                  <div className="small soft">
                    <CopyableText value={clientId} />
                  </div>
                </div>
                <div className={`small ${classes.usage}`}>
                  <span className="soft">{t.lastUse}</span> <RelativeTime at={lastUsedDate} />
                  {daysLeft <= limits.appIdleNoticeDays && <Badge color="orange">{t.daysLeft(daysLeft)}</Badge>}
                </div>
              </li>
            )}
          </List>
        )}
      </QueryBoundary>
    </Stack>
  )
}

function EmptyState() {
  return (
    <div className={layout.emptyState}>
      <h2>{t.none}</h2>
      <p className="soft">{t.noneYet}</p>
      <ButtonLink to="/console/apps/new">{t.register}</ButtonLink>
    </div>
  )
}

const t = localize({
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
