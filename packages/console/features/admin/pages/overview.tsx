import { Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { language, strings } from '../../../locales/index.ts'
import { PageTitle } from '../../../ui/page-title.tsx'
import { QueryBoundary } from '../../../ui/query-boundary.tsx'
import { Stat, Stats } from '../../../ui/stats.tsx'
import { ServerHealth } from '../components/server-health.tsx'
import { openReportsQuery, siteOverviewQuery } from '../queries.ts'

const { overview: t } = strings('admin')

const number = new Intl.NumberFormat(language)

/** How the site does: what is on now, what happened in a day, and what needs somebody. */
export function AdminOverview() {
  const query = useQuery(siteOverviewQuery)
  const { data: reports } = useQuery(openReportsQuery)
  return (
    <Stack gap="lg">
      <PageTitle>{t.title}</PageTitle>
      <QueryBoundary query={query}>
        {({ people, suspendedPeople, waitingPeople, streamRequests, lives, lastDay, alarms, ...server }) => (
          <>
            <section className="card" aria-labelledby="now">
              <h2 id="now">{t.now}</h2>
              <Stats>
                <Stat name={t.lives} value={<Link to="/admin/lives">{number.format(lives)}</Link>} />
                <Stat name={t.people} value={<Link to="/admin/people">{number.format(people)}</Link>} />
                <Stat
                  name={t.suspended}
                  value={
                    <Link to="/admin/people" search={{ state: 'SUSPENDED' }}>
                      {number.format(suspendedPeople)}
                    </Link>
                  }
                />
                {waitingPeople > 0 && (
                  <Stat
                    name={t.waiting}
                    value={
                      <Link to="/admin/people" search={{ state: 'WAITING' }}>
                        {number.format(waitingPeople)}
                      </Link>
                    }
                  />
                )}
                {streamRequests > 0 && (
                  <Stat
                    name={t.streamRequests}
                    value={
                      <Link to="/admin/people" search={{ state: 'ASKS_TO_STREAM' }}>
                        {number.format(streamRequests)}
                      </Link>
                    }
                  />
                )}
                {reports !== undefined && reports.organizationRequests > 0 && (
                  <Stat
                    name={t.organizationRequests}
                    value={<Link to="/admin/organizations">{number.format(reports.organizationRequests)}</Link>}
                  />
                )}
                {reports !== undefined && (
                  <Stat
                    name={t.reports}
                    value={<Link to="/admin/reports">{number.format(reports.openReports)}</Link>}
                  />
                )}
                <Stat name={t.alarms} value={number.format(alarms)} isBad={alarms > 0} />
              </Stats>
              {alarms > 0 && (
                <Text c="var(--color-danger)" size="sm">
                  {t.alarmsHint}
                </Text>
              )}
            </section>
            <section className="card" aria-labelledby="day">
              <h2 id="day">{t.day}</h2>
              <Stats>
                <Stat name={t.signUps} value={number.format(lastDay.signUps)} />
                <Stat name={t.signIns} value={number.format(lastDay.signIns)} />
                <Stat name={t.failedSignIns} value={number.format(lastDay.failedSignIns)} />
                <Stat name={t.messages} value={number.format(lastDay.messages)} />
              </Stats>
            </section>
            <ServerHealth {...server} />
          </>
        )}
      </QueryBoundary>
    </Stack>
  )
}
