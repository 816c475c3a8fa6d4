import { useLocation } from '@tanstack/react-router'
import { useEffect, useRef, type ReactNode } from 'react'
import classes from '../pages/studio.module.css'
import layout from '../../../ui/layout.module.css'

/** The links to the sections of an area. On a phone they are one scrolling line, which shows the open section. */
export function SectionNav({ label, children }: { label: string; children: ReactNode }) {
  const nav = useRef<HTMLElement>(null)
  const { pathname } = useLocation()
  useEffect(() => {
    const { current } = nav
    const links = [...(current?.querySelectorAll('a') ?? [])]
    const open = links.findLast((link) => `${pathname}/`.startsWith(`${link.pathname}/`))
    if (current && open) current.scrollLeft = open.offsetLeft - (current.clientWidth - open.offsetWidth) / 2
  }, [pathname])
  return (
    <nav ref={nav} className={`side-nav ${layout.navStrip} ${classes.navigation}`} aria-label={label}>
      {children}
    </nav>
  )
}
