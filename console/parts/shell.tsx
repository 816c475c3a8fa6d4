import { useQuery } from '@tanstack/react-query'
import { Link, Outlet, useLocation } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useRef } from 'react'
import { inLanguage, language } from '../language.ts'
import { isSandbox } from '../mode.ts'
import { isOpenToGuests, signInAt, visitorQuery } from '../visitor.ts'

/** A menu brings much script, which no page waits for. */
const AccountMenu = lazy(() => import('./account-menu.tsx').then((part) => ({ default: part.AccountMenu })))

/** What stands around every page: our name, the ways, the language, who is signed in, and the strip of the sandbox. */
export function Shell() {
  const { data: visitor } = useQuery(visitorQuery)
  const { pathname } = useLocation()
  useEffect(() => {
    if (visitor === null && !isOpenToGuests(pathname)) window.location.assign(signInAt())
  }, [visitor, pathname])
  const ways = useRef<HTMLElement>(null)
  useEffect(() => {
    const links = [...(ways.current?.querySelectorAll('a') ?? [])]
    const chosen = links.find((link) => `${pathname}/`.startsWith(`${link.pathname}/`))
    chosen?.scrollIntoView({ block: 'nearest', inline: 'center' })
  }, [pathname])
  return (
    <>
      <a className="skip" href="#main">
        {said.skip}
      </a>
      {isSandbox && (
        <aside className="sandbox" aria-label={said.sandbox}>
          <b>{said.sandbox}</b> {said.playMoney}
        </aside>
      )}
      <header className="top">
        <a className="brand" href="/">
          <svg viewBox="0 0 32 32" width="28" height="28" aria-hidden="true">
            <circle cx="16" cy="16" r="5" />
            <path d="M7.5 7.5a12 12 0 0 0 0 17M24.5 7.5a12 12 0 0 1 0 17" />
          </svg>
          <span>Onair</span>
        </a>
        <nav className="ways" aria-label={said.ways} ref={ways}>
          <Link to="/watch">{said.watch}</Link>
          <Link to="/studio">{said.studio}</Link>
          <Link to="/console/apps">{said.apps}</Link>
          <Link to="/console/inspector">{said.inspector}</Link>
          <Link to="/console/drops">{said.drops}</Link>
          {isSandbox && <Link to="/console/trigger">{said.trigger}</Link>}
          <Link to="/reference">{said.reference}</Link>
        </nav>
        <div className="self">
          <Languages />
          {visitor && (
            <Suspense fallback={<bdi className="person">{visitor.channelName}</bdi>}>
              <AccountMenu channelName={visitor.channelName} />
            </Suspense>
          )}
          {visitor === null && <a href={signInAt()}>{said.signIn}</a>}
        </div>
      </header>
      <main id="main" tabIndex={-1}>
        <Outlet />
      </main>
    </>
  )
}

/** A change of language loads the page anew: the API remembers it in a cookie that scripts cannot read. */
function Languages() {
  const { pathname } = useLocation()
  const other = language === 'ko' ? 'en' : 'ko'
  return (
    <a lang={other} hrefLang={other} href={`${pathname}?lang=${other}`}>
      {other === 'ko' ? '한국어' : 'English'}
    </a>
  )
}

const said = inLanguage({
  ko: {
    skip: '본문으로 건너뛰기',
    sandbox: '샌드박스',
    playMoney: '연습용 사람과 연습용 돈만 있습니다.',
    ways: '주요 메뉴',
    watch: '방송 보기',
    studio: '스튜디오',
    apps: '애플리케이션',
    inspector: '인스펙터',
    drops: '드롭스',
    trigger: '트리거 패드',
    reference: '레퍼런스',
    signIn: '로그인',
  },
  en: {
    skip: 'Skip to the content',
    sandbox: 'Sandbox',
    playMoney: 'Demo people and play money only.',
    ways: 'Main',
    watch: 'Watch',
    studio: 'Studio',
    apps: 'Applications',
    inspector: 'Inspector',
    drops: 'Drops',
    trigger: 'Trigger pad',
    reference: 'Reference',
    signIn: 'Sign in',
  },
})
