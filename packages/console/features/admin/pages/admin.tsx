import { Badge } from '@mantine/core'
import { Link, Outlet } from '@tanstack/react-router'
import { useQuery } from '@tanstack/react-query'
import { hasSiteRole, type SiteRole } from '@onair/contract'
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
import { NotFound } from '../../../ui/not-found.tsx'
import { SectionNav } from '../../studio/components/section-nav.tsx'
import { openReportsQuery } from '../queries.ts'
import studio from '../../studio/pages/studio.module.css'

const { sections: t } = strings('admin')
const number = new Intl.NumberFormat(language)

const sections = [
  ['/admin', 'overview', IconLayoutDashboard, 'MODERATOR'],
  ['/admin/people', 'people', IconUser, 'MODERATOR'],
  ['/admin/lives', 'lives', IconBroadcast, 'MODERATOR'],
  ['/admin/reports', 'reports', IconFlag, 'MODERATOR'],
  ['/admin/apps', 'apps', IconApps, 'MODERATOR'],
  ['/admin/organizations', 'organizations', IconBuilding, 'MODERATOR'],
  ['/admin/networks', 'networks', IconBan, 'MODERATOR'],
  ['/admin/roles', 'roles', IconShield, 'MODERATOR'],
  ['/admin/sign-up', 'signUp', IconUserPlus, 'OPERATOR'],
  ['/admin/words', 'words', IconMessages, 'OPERATOR'],
  ['/admin/site', 'site', IconSettings, 'OPERATOR'],
  ['/admin/cases', 'cases', IconGavel, 'OPERATOR'],
  ['/admin/retention', 'retention', IconChartBar, 'OPERATOR'],
  ['/admin/audit', 'audit', IconTimelineEventText, 'OPERATOR'],
] as const satisfies readonly (readonly [string, keyof typeof t, typeof IconShield, SiteRole])[]

/** The operator's area: its navigation, and the section that is open. Others find no page here. */
export function Admin() {
  const { data: visitor } = useQuery(visitorQuery)
  if (!visitor) return null
  const { siteRole } = visitor
  if (siteRole === null) return <NotFound />
  return (
    <div className={studio.page}>
      <SectionNav label={t.admin}>
        {sections
          .filter(([, , , needed]) => hasSiteRole(siteRole, needed))
          .map(([to, section, Icon]) => (
            <Link key={to} to={to} activeOptions={{ exact: to === '/admin', includeSearch: false }}>
              <Icon size={18} stroke={1.75} aria-hidden="true" />
              {t[section]}
              {section === 'reports' && <OpenReports />}
            </Link>
          ))}
      </SectionNav>
      <div>
        <Outlet />
      </div>
    </div>
  )
}

/** How many subjects wait for a decision. Nothing while there is none. */
function OpenReports() {
  const openReports = useQuery(openReportsQuery).data?.openReports ?? 0
  return (
    openReports > 0 && (
      <Badge variant="filled" flex="none">
        {number.format(openReports)}
      </Badge>
    )
  )
}
