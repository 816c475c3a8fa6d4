import { Badge, Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { limits } from '@onair/contract'
import { appsQuery } from '../../lib/app-queries.ts'
import { strings } from '../../locales/index.ts'
import { QueryBoundary } from '../../ui/query-boundary.tsx'
import { CopyableText } from '../../ui/copyable-text.tsx'
import { ButtonLink } from '../../ui/links.tsx'
import { List } from '../../ui/list.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { PageTitle } from '../../ui/page-title.tsx'
import layout from '../../ui/layout.module.css'
import classes from './apps.module.css'

const { list: t } = strings('apps')

/** The applications of the signed-in user. */
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
                  <Text component="div" size="sm" c="dimmed">
                    <CopyableText value={clientId} />
                  </Text>
                </div>
                <Text component="div" size="sm" className={classes.usage}>
                  <Text span inherit c="dimmed">
                    {t.lastUsed}
                  </Text>{' '}
                  <RelativeTime at={lastUsedDate} />
                  {daysLeft <= limits.appIdleNoticeDays && <Badge color="orange">{t.daysLeft(daysLeft)}</Badge>}
                </Text>
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
      <Text c="dimmed">{t.noneYet}</Text>
      <ButtonLink to="/console/apps/new">{t.register}</ButtonLink>
    </div>
  )
}
