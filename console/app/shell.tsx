import { useQuery } from '@tanstack/react-query'
import { Link, Outlet, useLocation } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useRef } from 'react'
import { localize, language } from '../lib/language.ts'
import { isSandbox } from '../lib/is-sandbox.ts'
import { isPublicPath, signInUrl, visitorQuery } from '../lib/visitor.ts'

/** A menu brings much script, which no page waits for. */
const AccountMenu = lazy(() => import('./account-menu.tsx').then((part) => ({ default: part.AccountMenu })))

/** What stands around every page: our name, the ways, the language, who is signed in, and the strip of the sandbox. */
export function Shell() {
  const { data: visitor } = useQuery(visitorQuery)
  const { pathname } = useLocation()
  useEffect(() => {
    if (visitor === null && !isPublicPath(pathname)) window.location.assign(signInUrl())
  }, [visitor, pathname])
  const navigation = useRef<HTMLElement>(null)
  useEffect(() => {
    const links = [...(navigation.current?.querySelectorAll('a') ?? [])]
    const current = links.find((link) => `${pathname}/`.startsWith(`${link.pathname}/`))
    current?.scrollIntoView({ block: 'nearest', inline: 'center' })
  }, [pathname])
  return (
    <>
      <a className="skip" href="#main">
        {t.skip}
      </a>
      {isSandbox && (
        <aside className="sandbox" aria-label={t.sandbox}>
          <b>{t.sandbox}</b> {t.playMoney}
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
        <nav className="ways" aria-label={t.ways} ref={navigation}>
          <Link to="/watch">{t.watch}</Link>
          <Link to="/studio">{t.studio}</Link>
          <Link to="/console/apps">{t.apps}</Link>
          <Link to="/console/inspector">{t.inspector}</Link>
          <Link to="/console/drops">{t.drops}</Link>
          {isSandbox && <Link to="/console/trigger">{t.trigger}</Link>}
          <Link to="/reference">{t.reference}</Link>
        </nav>
        <div className="self">
          <LanguageLink />
          {visitor && (
            <Suspense fallback={<bdi className="person">{visitor.channelName}</bdi>}>
              <AccountMenu channelName={visitor.channelName} />
            </Suspense>
          )}
          {visitor === null && <a href={signInUrl()}>{t.signIn}</a>}
        </div>
      </header>
      <main id="main" tabIndex={-1}>
        <Outlet />
      </main>
    </>
  )
}

/** A change of language loads the page anew: the API remembers it in a cookie that scripts cannot read. */
function LanguageLink() {
  const { pathname } = useLocation()
  const otherLanguage = language === 'ko' ? 'en' : 'ko'
  return (
    <a lang={otherLanguage} hrefLang={otherLanguage} href={`${pathname}?lang=${otherLanguage}`}>
      {otherLanguage === 'ko' ? '한국어' : 'English'}
    </a>
  )
}

const t = localize({
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
