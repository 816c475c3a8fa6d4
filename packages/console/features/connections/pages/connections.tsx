import { Anchor, Button, Group, Stack, Text } from '@mantine/core'
import { Suspense, useState } from 'react'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { consoleApi, type ContentOf } from '@onair/contract'
import { api } from '../../../lib/api.ts'
import { scopeRisk } from '../../apps/scope-labels.ts'
import { strings } from '../../../locales/index.ts'
import { QueryBoundary } from '../../../ui/query-boundary.tsx'
import { ConfirmButton } from '../../../ui/forms/confirm-button.tsx'
import { LazyReportDialog } from '../../reports/lazy-report-dialog.ts'
import { RelativeTime } from '../../../ui/relative-time.tsx'
import { RiskTag, ScopeList } from '../components/scope-list.tsx'
import { PageTitle } from '../../../ui/page-title.tsx'
import layout from '../../../ui/layout.module.css'
import classes from './connections.module.css'

const { page: t } = strings('connections')
const { kinds } = strings('overlays')

type ConnectedApp = ContentOf<typeof consoleApi.connectedApps.listConnectedApps>['data'][number]

/** Longer lists of permissions are folded. */
const shownScopes = 4

const connectedAppsQuery = queryOptions({
  queryKey: ['connectedApps'],
  queryFn: async ({ client, queryKey }) => {
    const { data } = await api(consoleApi.connectedApps.listConnectedApps)
    // Applications that are used all the time do not change places while the page is open.
    const shown = client.getQueryData<{ data: ConnectedApp[] }>(queryKey)?.data ?? []
    const places = new Map(shown.map(({ clientId }, place) => [clientId, place]))
    return { data: data.toSorted((a, b) => (places.get(a.clientId) ?? -1) - (places.get(b.clientId) ?? -1)) }
  },
  refetchInterval: 3_000,
})

/** The applications that the user gave permissions to, each with a button that disconnects it. */
export function Connections() {
  const query = useQuery(connectedAppsQuery)
  return (
    <Stack gap="lg">
      <PageTitle description={t.about}>{t.title}</PageTitle>
      <QueryBoundary query={query}>
        {({ data }) =>
          data.length === 0 ? (
            <div className={layout.emptyState}>
              <h2>{t.none}</h2>
              <Text c="dimmed">{t.noneYet}</Text>
              <Anchor href="/">{t.home}</Anchor>
            </div>
          ) : (
            data.map((app) => <ConnectedAppCard key={app.clientId} app={app} />)
          )
        }
      </QueryBoundary>
    </Stack>
  )
}

function ConnectedAppCard({ app }: { app: ConnectedApp }) {
  const { clientId, makerName, overlay, scopes, createdDate, firstUsedDate, lastUsedDate, sessions } = app
  const name = overlay === null ? app.name : kinds[overlay]
  const queries = useQueryClient()
  const withdraw = async () => {
    await api(consoleApi.connectedApps.withdrawConsent, { pathParams: { clientId } })
    await queries.invalidateQueries(connectedAppsQuery)
  }
  return (
    <section className="card" aria-labelledby={clientId}>
      <Stack gap="xs">
        <Group justify="space-between" align="start">
          <div>
            <h2 id={clientId}>
              <bdi>{name}</bdi>
            </h2>
            <Text span size="sm" c="dimmed">
              {makerName === null ? <a href="/studio/overlays">{t.ownOverlay}</a> : t.by(makerName)}
            </Text>
          </div>
          <Group gap="xs">
            {overlay === null && <ReportApp clientId={clientId} name={name} />}
            <ConfirmButton
              label={t.disconnect}
              ariaLabel={t.disconnectApp(name)}
              title={t.confirmTitle(name)}
              confirmLabel={t.confirm}
              onConfirm={withdraw}
            >
              <ul className={layout.steps}>
                <li>{t.consequences.tokens}</li>
                <li>{t.consequences.sessions(sessions)}</li>
                <li>{overlay === null ? t.consequences.again : t.consequences.overlay}</li>
              </ul>
            </ConfirmButton>
          </Group>
        </Group>
        <dl className={layout.inlineFacts}>
          <Time name={t.lastUsed} at={lastUsedDate} />
          {firstUsedDate !== null && <Time name={t.firstUsed} at={firstUsedDate} />}
          <Time name={t.allowed} at={createdDate} />
        </dl>
        {scopes.length === 0 ? (
          <Text size="sm" c="dimmed">
            {t.noPermissions}
          </Text>
        ) : (
          <details className={classes.permissions} open={scopes.length <= shownScopes}>
            <summary className={layout.label}>
              {t.permissions(scopes.length)} {scopes.some((scope) => scopeRisk(scope) !== undefined) && <RiskTag />}
            </summary>
            <ScopeList scopes={scopes} />
          </details>
        )}
      </Stack>
    </section>
  )
}

function ReportApp({ clientId, name }: { clientId: string; name: string }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button variant="default" size="xs" aria-label={t.reportApp(name)} onClick={() => setOpen(true)}>
        {t.report}
      </Button>
      <Suspense>
        {isOpen && <LazyReportDialog subject={{ kind: 'APP', clientId }} name={name} onClose={() => setOpen(false)} />}
      </Suspense>
    </>
  )
}

function Time({ name, at }: { name: string; at: string | null }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        <RelativeTime at={at} />
      </dd>
    </div>
  )
}
