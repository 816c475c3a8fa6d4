import { Badge, Group, Stack, UnstyledButton, VisuallyHidden } from '@mantine/core'
import { Link, Outlet, useLocation } from '@tanstack/react-router'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { hasSiteRole, type SiteRole } from '@onair/contract'
import { isRefusal } from '../../../lib/api.ts'
import { visitorQuery } from '../../../lib/visitor.ts'
import { language, strings } from '../../../locales/index.ts'
import { IconChevronDown, IconSettings } from '../../../ui/first-icons.tsx'
import {
  IconApps,
  IconBan,
  IconBroadcast,
  IconBuilding,
  IconChartBar,
  IconFlag,
  IconGavel,
  IconLayoutDashboard,
  IconMessages,
  IconShield,
  IconTimelineEventText,
  IconUser,
  IconUserPlus,
} from '../../../ui/icons.tsx'
import { ButtonLink } from '../../../ui/links.tsx'
import { Loading } from '../../../ui/loading.tsx'
import { NotFound } from '../../../ui/not-found.tsx'
import { PageTitle } from '../../../ui/page-title.tsx'
import { adminSections } from '../admin-sections.ts'
import { openReportsQuery } from '../queries.ts'
import studio from '../../studio/pages/studio.module.css'
import classes from './admin.module.css'

const { sections: t, secondFactor } = strings('admin')
const number = new Intl.NumberFormat(language)

type AdminSection = (typeof adminSections)[number]['section']

const icons: Record<AdminSection, typeof IconShield> = {
  overview: IconLayoutDashboard,
  people: IconUser,
  lives: IconBroadcast,
  reports: IconFlag,
  apps: IconApps,
  organizations: IconBuilding,
  networks: IconBan,
  roles: IconShield,
  signUp: IconUserPlus,
  words: IconMessages,
  site: IconSettings,
  cases: IconGavel,
  retention: IconChartBar,
  audit: IconTimelineEventText,
}

/** The operator's area: its navigation, and the section that is open. Others find no page here. */
export function Admin() {
  const { data: visitor } = useQuery(visitorQuery)
  const siteRole = visitor?.siteRole ?? null
  const access = useQuery({ ...openReportsQuery, enabled: siteRole !== null })
  if (!visitor) return null
  if (siteRole === null) return <NotFound />
  if (isRefusal(access.error, 'SECOND_FACTOR_MISSING')) return <SetUpSecondFactor />
  return (
    <div className={studio.page}>
      <Sections siteRole={siteRole} />
      <div>{access.isPending ? <Loading /> : <Outlet />}</div>
    </div>
  )
}

/** The links to the sections. On a phone a button with the open section shows them. */
function Sections({ siteRole }: { siteRole: SiteRole }) {
  const { pathname } = useLocation()
  const [openAt, setOpenAt] = useState<string | null>(null)
  const isOpen = openAt === pathname
  const waiting = useWaiting()
  const sections = adminSections.filter(({ role }) => hasSiteRole(siteRole, role))
  const { section: current } = sections.findLast(({ path }) => `${pathname}/`.startsWith(`${path}/`)) ?? sections[0]!
  const CurrentIcon = icons[current]
  return (
    <div className={classes.sections}>
      <UnstyledButton
        className={classes.current}
        aria-expanded={isOpen}
        aria-controls="admin-sections"
        onClick={() => setOpenAt(isOpen ? null : pathname)}
      >
        <VisuallyHidden>{t.menu}</VisuallyHidden>
        <CurrentIcon size={18} stroke={1.75} aria-hidden="true" />
        {t[current]}
        <Count waiting={Object.values(waiting).reduce((sum, count) => sum + count, 0)} />
        <IconChevronDown size={18} stroke={1.75} aria-hidden="true" />
      </UnstyledButton>
      <nav id="admin-sections" className={`side-nav ${classes.links}`} aria-label={t.admin} data-open={isOpen}>
        {sections.map(({ path, section }) => {
          const Icon = icons[section]
          return (
            <Link
              key={path}
              to={path}
              activeOptions={{ exact: path === '/admin', includeSearch: false }}
              onClick={() => setOpenAt(null)}
            >
              <Icon size={18} stroke={1.75} aria-hidden="true" />
              {t[section]}
              <Count waiting={waiting[section] ?? 0} />
            </Link>
          )
        })}
      </nav>
    </div>
  )
}

/** In place of every page of the area, of which none opens without the second factor. */
function SetUpSecondFactor() {
  return (
    <Stack gap="lg" className="card">
      <PageTitle description={secondFactor.about}>{secondFactor.title}</PageTitle>
      <Group>
        <ButtonLink to="/account" hash="two-step">
          {secondFactor.setUp}
        </ButtonLink>
      </Group>
    </Stack>
  )
}

/** How many subjects or requests of each section wait for a decision. */
function useWaiting(): Partial<Record<AdminSection, number>> {
  const { data } = useQuery(openReportsQuery)
  return data === undefined
    ? {}
    : { people: data.people, reports: data.openReports, organizations: data.organizationRequests }
}

function Count({ waiting }: { waiting: number }) {
  return (
    waiting > 0 && (
      <Badge variant="filled" flex="none">
        {number.format(waiting)}
      </Badge>
    )
  )
}
