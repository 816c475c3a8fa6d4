import {
  IconActivity,
  IconBan,
  IconBroadcast,
  IconCalendar,
  IconChartBar,
  IconGavel,
  IconHeart,
  IconKey,
  IconLayoutDashboard,
  IconMessages,
  IconMoodSmile,
  IconPlayerPlay,
  IconPlugConnected,
  IconShield,
  IconStar,
  IconStack2,
  IconUser,
  IconUsers,
} from '../../../ui/icons.tsx'
import { Link, Outlet } from '@tanstack/react-router'
import { useEffect } from 'react'
import { strings } from '../../../locales/index.ts'
import { publisher } from '../go-live/publisher.ts'
import { SectionNav } from '../components/section-nav.tsx'
import classes from './studio.module.css'

const { sections: t } = strings('studio')

/** In groups, each of which begins with `true`. */
const sections = [
  ['/studio', 'overview', IconLayoutDashboard],
  ['/studio/live', 'live', IconBroadcast, true],
  ['/studio/schedule', 'schedule', IconCalendar],
  ['/studio/key', 'key', IconKey],
  ['/studio/restream', 'restream', IconPlugConnected],
  ['/studio/recordings', 'recordings', IconPlayerPlay],
  ['/studio/channel', 'channel', IconUser, true],
  ['/studio/emoticons', 'emoticons', IconMoodSmile],
  ['/studio/overlays', 'overlays', IconStack2],
  ['/studio/activity', 'activity', IconActivity, true],
  ['/studio/analytics', 'analytics', IconChartBar],
  ['/studio/followers', 'followers', IconHeart],
  ['/studio/subscribers', 'subscribers', IconStar],
  ['/studio/chat', 'chat', IconMessages, true],
  ['/studio/moderation', 'moderation', IconGavel],
  ['/studio/restrictions', 'restrictions', IconBan],
  ['/studio/managers', 'managers', IconShield],
  ['/studio/managed', 'managed', IconUsers, true],
] as const

/** The studio: its navigation, and the section that is open. */
export function Studio() {
  // A reload of the page goes on with the live that it was sending.
  useEffect(() => void publisher.resume().catch(() => {}), [])
  return (
    <div className={classes.page}>
      <SectionNav label={t.studio}>
        {sections.map(([to, section, Icon, isFirst]) => (
          <Link key={to} to={to} data-first={isFirst} activeOptions={{ exact: true, includeSearch: false }}>
            <Icon size={18} stroke={1.75} aria-hidden="true" />
            {t[section]}
          </Link>
        ))}
      </SectionNav>
      <div>
        <Outlet />
      </div>
    </div>
  )
}
