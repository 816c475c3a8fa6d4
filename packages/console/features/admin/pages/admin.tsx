import { Badge, Group, Stack } from '@mantine/core'
import { Link, Outlet } from '@tanstack/react-router'
import { useQuery } from '@tanstack/react-query'
import { hasSiteRole } from '@onair/contract'
import { isRefusal } from '../../../lib/api.ts'
import { visitorQuery } from '../../../lib/visitor.ts'
import { language, strings } from '../../../locales/index.ts'
import { IconSettings } from '../../../ui/first-icons.tsx'
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
import { SectionNav } from '../../studio/components/section-nav.tsx'
import { adminSections } from '../admin-sections.ts'
import { openReportsQuery } from '../queries.ts'
import studio from '../../studio/pages/studio.module.css'

const { sections: t, secondFactor } = strings('admin')
const number = new Intl.NumberFormat(language)

const icons: Record<(typeof adminSections)[number]['section'], typeof IconShield> = {
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
      <SectionNav label={t.admin}>
        {adminSections
          .filter(({ role }) => hasSiteRole(siteRole, role))
          .map(({ path, section }) => {
            const Icon = icons[section]
            return (
              <Link key={path} to={path} activeOptions={{ exact: path === '/admin', includeSearch: false }}>
                <Icon size={18} stroke={1.75} aria-hidden="true" />
                {t[section]}
                {(section === 'reports' || section === 'organizations') && <Waiting section={section} />}
              </Link>
            )
          })}
      </SectionNav>
      <div>{access.isPending ? <Loading /> : <Outlet />}</div>
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

/** How many subjects or requests wait for a decision. Nothing while there is none. */
function Waiting({ section }: { section: 'reports' | 'organizations' }) {
  const { data } = useQuery(openReportsQuery)
  const waiting = (section === 'reports' ? data?.openReports : data?.organizationRequests) ?? 0
  return (
    waiting > 0 && (
      <Badge variant="filled" flex="none">
        {number.format(waiting)}
      </Badge>
    )
  )
}
