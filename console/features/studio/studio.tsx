import { Link, Outlet, useLocation } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { localize } from '../../lib/language.ts'
import classes from './studio.module.css'

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

/** The place of a streamer: the ways to its parts, and the part that is open. */
export function Studio() {
  const nav = useRef<HTMLElement>(null)
  const { pathname } = useLocation()
  // On a phone the ways are one line that scrolls: the one that is open is brought into sight.
  useEffect(() => {
    const { current } = nav
    const open = current?.querySelector<HTMLElement>(`[href="${pathname}"]`)
    if (current && open) current.scrollLeft = open.offsetLeft - (current.clientWidth - open.offsetWidth) / 2
  }, [pathname])
  return (
    <div className={classes.page}>
      <nav ref={nav} className={classes.navigation} aria-label={t.studio}>
        {sections.map(([to, part]) => (
          <Link key={to} to={to} activeOptions={{ exact: true, includeSearch: false }}>
            {t[part]}
          </Link>
        ))}
      </nav>
      <div>
        <Outlet />
      </div>
    </div>
  )
}

const t = localize({
  ko: {
    studio: '스튜디오',
    overview: '한눈에 보기',
    broadcast: '방송 설정',
    key: '스트림키',
    chat: '채팅',
    activity: '활동',
    followers: '팔로워',
    subscribers: '구독자',
    managers: '관리자',
    restrictions: '활동 제한',
  },
  en: {
    studio: 'Studio',
    overview: 'Overview',
    broadcast: 'Broadcast',
    key: 'Stream key',
    chat: 'Chat',
    activity: 'Activity',
    followers: 'Followers',
    subscribers: 'Subscribers',
    managers: 'Managers',
    restrictions: 'Restrictions',
  },
})
