import { Link, Outlet, useLocation } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { strings } from '../../locales/index.ts'
import classes from './studio.module.css'

const { sections: t } = strings('studio')

const sections = [
  ['/studio', 'overview'],
  ['/studio/broadcast', 'broadcast'],
  ['/studio/key', 'key'],
  ['/studio/chat', 'chat'],
  ['/studio/activity', 'activity'],
  ['/studio/followers', 'followers'],
  ['/studio/subscribers', 'subscribers'],
  ['/studio/managers', 'managers'],
  ['/studio/restrictions', 'restrictions'],
] as const

/** The studio: its navigation, and the section that is open. */
export function Studio() {
  const nav = useRef<HTMLElement>(null)
  const { pathname } = useLocation()
  // On a phone the navigation is one scrolling line; scroll to the open section.
  useEffect(() => {
    const { current } = nav
    const open = current?.querySelector<HTMLElement>(`[href="${pathname}"]`)
    if (current && open) current.scrollLeft = open.offsetLeft - (current.clientWidth - open.offsetWidth) / 2
  }, [pathname])
  return (
    <div className={classes.page}>
      <nav ref={nav} className={classes.navigation} aria-label={t.studio}>
        {sections.map(([to, section]) => (
          <Link key={to} to={to} activeOptions={{ exact: true, includeSearch: false }}>
            {t[section]}
          </Link>
        ))}
      </nav>
      <div>
        <Outlet />
      </div>
    </div>
  )
}
