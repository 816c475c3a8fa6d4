import { useQuery } from '@tanstack/react-query'
import { Link, Outlet, useLocation } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { inLanguage, language } from '../language.ts'
import { meQuery } from '../me.ts'
import { isSandbox } from '../mode.ts'

/** Comes after the page, which does not wait for it. */
const AccountMenu = lazy(async () => ({ default: (await import('./account-menu.tsx')).AccountMenu }))

/** What stands around every page: our name, the ways, the language, who is signed in, and the strip of the sandbox. */
export function Shell() {
  const me = useQuery(meQuery)
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
        <nav className="ways" aria-label={said.ways}>
          <Link to="/studio">{said.studio}</Link>
          <Link to="/console/apps">{said.apps}</Link>
          {isSandbox && <Link to="/console/trigger">{said.trigger}</Link>}
        </nav>
        <div className="self">
          <Languages />
          {me.data && (
            <Suspense fallback={<span className="person">{me.data.channelName}</span>}>
              <AccountMenu channelName={me.data.channelName} />
            </Suspense>
          )}
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
    apps: '애플리케이션',
    studio: '스튜디오',
    trigger: '트리거 패드',
  },
  en: {
    skip: 'Skip to the content',
    sandbox: 'Sandbox',
    playMoney: 'Demo people and play money only.',
    ways: 'Main',
    apps: 'Applications',
    studio: 'Studio',
    trigger: 'Trigger pad',
  },
})
