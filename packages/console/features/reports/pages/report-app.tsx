import { Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { strings } from '../../../locales/index.ts'
import { Fact, Facts } from '../../../ui/facts.tsx'
import { PageTitle } from '../../../ui/page-title.tsx'
import { QueryBoundary } from '../../../ui/query-boundary.tsx'
import { ReportForm } from '../components/report-form.tsx'
import { reportableAppQuery } from '../queries.ts'

const { app: t, kinds } = strings('reports')

/** Reports an application that asks for permissions. The consent page opens it beside itself. */
export function ReportApp() {
  const { clientId } = useParams({ from: '/connections/report/$clientId' })
  const query = useQuery(reportableAppQuery(clientId))
  return (
    <Stack gap="lg" maw={560} mx="auto">
      <PageTitle description={t.cancel}>{t.title}</PageTitle>
      <QueryBoundary query={query}>
        {({ name, redirectHost }) => (
          <Stack component="section" className="card" gap="md" aria-label={t.title}>
            <Facts>
              <Fact name={kinds.APP}>
                <bdi>{name}</bdi>
              </Fact>
              {redirectHost !== null && (
                <Fact name={t.leadsTo}>
                  <Text span inherit ff="monospace">
                    {redirectHost}
                  </Text>
                </Fact>
              )}
            </Facts>
            <ReportForm subject={{ kind: 'APP', clientId }} />
          </Stack>
        )}
      </QueryBoundary>
    </Stack>
  )
}
