import { Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { language, strings } from '../../../locales/index.ts'
import { PageTitle } from '../../../ui/page-title.tsx'
import { QueryBoundary } from '../../../ui/query-boundary.tsx'
import { RelativeTime } from '../../../ui/relative-time.tsx'
import { Stat, Stats } from '../../../ui/stats.tsx'
import { openReportsQuery, siteOverviewQuery } from '../queries.ts'

const { overview: t } = strings('admin')

const number = new Intl.NumberFormat(language)
const size = new Intl.NumberFormat(language, { style: 'unit', unit: 'megabyte', maximumFractionDigits: 0 })

/** How the site does: what is on now, what happened in a day, and what needs somebody. */
export function AdminOverview() {
  const query = useQuery(siteOverviewQuery)
  const { data: reports } = useQuery(openReportsQuery)
  return (
    <Stack gap="lg">
      <PageTitle>{t.title}</PageTitle>
      <QueryBoundary query={query}>
        {({
          people,
          suspendedPeople,
          waitingPeople,
          streamRequests,
          lives,
          lastDay,
          alarms,
          waiting,
          databaseBytes,
          lastBackupDate,
          version,
        }) => (
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
                {reports !== undefined && (
                  <Stat
                    name={t.reports}
                    value={<Link to="/admin/reports">{number.format(reports.openReports)}</Link>}
                  />
                )}
                <Stat name={t.alarms} value={number.format(alarms)} isBad={alarms > 0} />
              </Stats>
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
            <section className="card" aria-labelledby="server">
              <h2 id="server">{t.server}</h2>
              <Stats>
                <Stat name={t.version} value={version} />
                <Stat name={t.deliveries} value={number.format(waiting.deliveries)} />
                <Stat name={t.mails} value={number.format(waiting.mails)} />
                <Stat name={t.backup} value={<RelativeTime at={lastBackupDate} />} />
                <Stat name={t.database} value={size.format(databaseBytes / 1_000_000)} />
              </Stats>
            </section>
          </>
        )}
      </QueryBoundary>
    </Stack>
  )
}
