import { Alert, Badge, Group, Stack, Tabs } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { hasTeamRole } from '@onair/contract'
import { appQuery } from '../queries.ts'
import { isNotFound } from '../../../lib/api.ts'
import { strings } from '../../../locales/index.ts'
import { ErrorAlert } from '../../../ui/error-alert.tsx'
import { AnchorLink } from '../../../ui/links.tsx'
import { Loading } from '../../../ui/loading.tsx'
import { NotFound } from '../../../ui/not-found.tsx'
import { PageTitle } from '../../../ui/page-title.tsx'
import { AppOverview } from './app-overview.tsx'
import { AppScopes } from './app-scopes.tsx'
import { AppSessions } from './app-sessions.tsx'
import { AppSettings } from './app-settings.tsx'
import { AppWebhook } from './app-webhook.tsx'
import { appTabs, isAppTab, type AppTab } from '../app-tabs.ts'
import layout from '../../../ui/layout.module.css'
import classes from './apps.module.css'

const { app: t } = strings('apps')

/** An application: overview, scopes, sessions, webhook and settings. */
export function AppPage() {
  const { clientId } = useParams({ from: '/console/apps/$clientId' })
  const { tab: requestedTab } = useSearch({ from: '/console/apps/$clientId' })
  // The router keeps unknown values of a search parameter.
  const tab = isAppTab(requestedTab) ? requestedTab : 'overview'
  const navigate = useNavigate({ from: '/console/apps/$clientId' })
  const { data: app, error, refetch } = useQuery(appQuery(clientId))
  const tabList = useRef<HTMLDivElement>(null)
  const isLoaded = app !== undefined
  useEffect(() => {
    if (isLoaded)
      tabList.current?.children[appTabs.indexOf(tab)]?.scrollIntoView({ block: 'nearest', inline: 'center' })
  }, [isLoaded, tab])
  if (isNotFound(error)) return <NotFound />
  if (!app) return error ? <ErrorAlert error={error} refetch={() => void refetch()} /> : <Loading />

  const mayChange = hasTeamRole(app.role, 'DEVELOPER')
  const tabs = appTabs.filter((one) => one !== 'settings' || mayChange)
  return (
    <Stack gap="lg">
      <div>
        <Link className={layout.backLink} to="/console/apps">
          ← {t.all}
        </Link>
        <Group gap="8px 16px">
          <PageTitle section={t.tabs[tab]}>{app.name}</PageTitle>
          <AnchorLink size="sm" to="/console/inspector" search={{ app: clientId }}>
            {t.inspector}
          </AnchorLink>
          {app.team !== null && (
            <AnchorLink size="sm" to="/console/teams/$teamId" params={{ teamId: app.team.teamId }}>
              {t.ofTeam(app.team.name)}
            </AnchorLink>
          )}
          {!mayChange && <Badge color="gray">{t.viewer}</Badge>}
          {app.daysLeft <= 30 && <Badge color="orange">{t.daysLeft(app.daysLeft)}</Badge>}
        </Group>
      </div>
      {app.disabledReason !== null && (
        <Alert color="red" title={t.disabled}>
          {app.disabledReason}
        </Alert>
      )}
      <Tabs
        value={tab}
        onChange={(selected) => void navigate({ search: { tab: selected as AppTab }, replace: true })}
        keepMounted={false}
      >
        <Tabs.List className={classes.tabs} ref={tabList}>
          {tabs.map((one) => (
            <Tabs.Tab key={one} value={one}>
              {t.tabs[one]}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value="overview">
          <AppOverview app={app} />
        </Tabs.Panel>
        <Tabs.Panel value="scopes">
          <fieldset disabled={!mayChange}>
            <AppScopes key={clientId} app={app} />
          </fieldset>
        </Tabs.Panel>
        <Tabs.Panel value="sessions">
          <fieldset disabled={!mayChange}>
            <AppSessions clientId={clientId} />
          </fieldset>
        </Tabs.Panel>
        <Tabs.Panel value="webhook">
          <AppWebhook clientId={clientId} />
        </Tabs.Panel>
        <Tabs.Panel value="settings">{mayChange && <AppSettings key={clientId} app={app} />}</Tabs.Panel>
      </Tabs>
    </Stack>
  )
}
