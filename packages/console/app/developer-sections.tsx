import { IconApps, IconBook2, IconGift, IconPlayerPlay, IconTimelineEventText, IconUsers } from '../ui/icons.tsx'
import { Link } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { isSandbox } from '../lib/page-settings.ts'
import { strings } from '../locales/index.ts'
import classes from './shell.module.css'
import layout from '../ui/layout.module.css'

const { shell: t } = strings('common')

const sections = [
  { to: '/console/apps', label: t.apps, Icon: IconApps },
  { to: '/console/inspector', label: t.inspector, Icon: IconTimelineEventText },
  { to: '/console/teams', label: t.teams, Icon: IconUsers },
  { to: '/console/drops', label: t.drops, Icon: IconGift },
  ...(isSandbox ? [{ to: '/console/trigger', label: t.trigger, Icon: IconPlayerPlay } as const] : []),
  { to: '/reference', label: t.reference, Icon: IconBook2 },
] as const

/** The side bar of the pages for developers; on a phone a line that scrolls. */
export function DeveloperSections({ pathname }: { pathname: string }) {
  const navigation = useRef<HTMLElement>(null)
  useEffect(() => {
    const bar = navigation.current
    const open = [...(bar?.querySelectorAll('a') ?? [])].find((link) => pathname.startsWith(link.pathname))
    if (bar && open) bar.scrollLeft = open.offsetLeft - (bar.clientWidth - open.offsetWidth) / 2
  }, [pathname])
  return (
    <nav className={`side-nav ${layout.navStrip} ${classes.sections}`} aria-label={t.developers} ref={navigation}>
      {sections.map(({ to, label, Icon }) => (
        <Link key={to} to={to}>
          <Icon size={18} stroke={1.75} aria-hidden="true" />
          {label}
        </Link>
      ))}
    </nav>
  )
}
