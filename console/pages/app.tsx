import { Badge, Stack, Tabs } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { counted } from '../counted.ts'
import { appQuery } from '../app-queries.ts'
import { isNotFound } from '../api.ts'
import { inLanguage } from '../language.ts'
import { Failed } from '../parts/failed.tsx'
import { AnchorLink } from '../parts/links.tsx'
import { Loading } from '../parts/loading.tsx'
import { NotFound } from '../parts/not-found.tsx'
import { Title } from '../parts/title.tsx'
import { AppOverview } from './app-overview.tsx'
import { AppScopes } from './app-scopes.tsx'
import { AppSessions } from './app-sessions.tsx'
import { AppSettings } from './app-settings.tsx'
import { AppWebhook } from './app-webhook.tsx'
import { appTabs, isAppTab, type AppTab } from './app-tabs.ts'

/** One application: how it does, what it asks for, who is connected, and what can be changed. */
export function App() {
  const { clientId } = useParams({ from: '/console/apps/$clientId' })
  const { tab: asked } = useSearch({ from: '/console/apps/$clientId' })
  // The router leaves in an address what it does not know.
  const tab = isAppTab(asked) ? asked : 'overview'
  const navigate = useNavigate({ from: '/console/apps/$clientId' })
  const { data: app, error, refetch } = useQuery(appQuery(clientId))
  const list = useRef<HTMLDivElement>(null)
  const isShown = app !== undefined
  useEffect(() => {
    if (isShown) list.current?.children[appTabs.indexOf(tab)]?.scrollIntoView({ block: 'nearest', inline: 'center' })
  }, [isShown, tab])
  if (isNotFound(error)) return <NotFound />
  if (!app) return error ? <Failed error={error} readAgain={() => void refetch()} /> : <Loading />

  return (
    <Stack gap="lg">
      <div>
        <Link className="up" to="/console/apps">
          ← {said.all}
        </Link>
        <div className="app-head">
          <Title>{app.name}</Title>
          <AnchorLink size="sm" to="/console/inspector" search={{ app: clientId }}>
            {said.inspector}
          </AnchorLink>
          {app.daysLeft <= 30 && <Badge color="orange">{said.daysLeft(app.daysLeft)}</Badge>}
        </div>
      </div>
      <Tabs
        value={tab}
        onChange={(chosen) => void navigate({ search: { tab: chosen as AppTab }, replace: true })}
        keepMounted={false}
      >
        <Tabs.List className="tabs" ref={list}>
          {appTabs.map((one) => (
            <Tabs.Tab key={one} value={one}>
              {said.tabs[one]}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value="overview">
          <AppOverview app={app} />
        </Tabs.Panel>
        <Tabs.Panel value="scopes">
          <AppScopes key={clientId} app={app} />
        </Tabs.Panel>
        <Tabs.Panel value="sessions">
          <AppSessions clientId={clientId} />
        </Tabs.Panel>
        <Tabs.Panel value="webhook">
          <AppWebhook clientId={clientId} />
        </Tabs.Panel>
        <Tabs.Panel value="settings">
          <AppSettings key={clientId} app={app} />
        </Tabs.Panel>
      </Tabs>
    </Stack>
  )
}

const said = inLanguage({
  ko: {
    all: '애플리케이션',
    inspector: '인스펙터에서 보기',
    daysLeft: (days: number) => `쓰지 않으면 ${days}일 뒤 삭제`,
    tabs: { overview: '개요', scopes: '권한', sessions: '세션', webhook: '웹훅', settings: '설정' },
  },
  en: {
    all: 'Applications',
    inspector: 'Look into it',
    daysLeft: (days: number) => `Deleted in ${counted(days, 'day')} unless used`,
    tabs: { overview: 'Overview', scopes: 'Scopes', sessions: 'Sessions', webhook: 'Webhook', settings: 'Settings' },
  },
})
