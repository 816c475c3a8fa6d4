import { useQuery } from '@tanstack/react-query'
import { Link, Outlet, useLocation } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useRef } from 'react'
import { language, languageNames, strings } from '../locales/index.ts'
import { isLockedSandbox, isSandbox, sandboxAccessUrl } from '../lib/page-settings.ts'
import { setSessionEnded } from '../lib/session-end.ts'
import { isPublicPath, signInUrl, visitorQuery } from '../lib/visitor.ts'
import { SessionEndNotice } from './session-end-notice.tsx'
import classes from './shell.module.css'

const { shell: t } = strings('common')

/** The menu is large, so it loads after the page. */
const AccountMenu = lazy(() => import('./account-menu.tsx').then((part) => ({ default: part.AccountMenu })))

const PasswordDialog = lazy(() =>
  import('../ui/password-dialog.tsx').then((part) => ({ default: part.PasswordDialog })),
)

/** The frame of every page: header, main menu, language, account menu and the sandbox notice. */
export function Shell() {
  const { data: visitor } = useQuery(visitorQuery)
  const { pathname } = useLocation()
  const wasSignedIn = useRef(false)
  // Hidden by the first element of the console; see index.html.
  useEffect(() => document.querySelector('.frame')?.remove(), [])
  useEffect(() => {
    if (visitor) wasSignedIn.current = true
    if (visitor !== null || isPublicPath(pathname)) return
    if (wasSignedIn.current) setSessionEnded(true)
    else window.location.assign(signInUrl())
  }, [visitor, pathname])
  const navigation = useRef<HTMLElement>(null)
  useEffect(() => {
    const links = [...(navigation.current?.querySelectorAll('a') ?? [])]
    const current = links.find((link) => `${pathname}/`.startsWith(`${link.pathname}/`))
    current?.scrollIntoView({ block: 'nearest', inline: 'center' })
  }, [pathname])
  return (
    <>
      <a className={classes.skipLink} href="#main">
        {t.skip}
      </a>
      {(isSandbox || isLockedSandbox) && (
        <aside className="sandbox" aria-label={t.sandbox}>
          <b>{t.sandbox}</b> {isLockedSandbox ? t.locked : t.demoOnly}{' '}
          {isLockedSandbox && <a href={sandboxAccessUrl()}>{t.enterSecret}</a>}
        </aside>
      )}
      <header className={classes.header}>
        <a className="brand" href="/">
          <svg viewBox="0 0 32 32" width="28" height="28" aria-hidden="true">
            <circle cx="16" cy="16" r="5" />
            <path d="M7.5 7.5a12 12 0 0 0 0 17M24.5 7.5a12 12 0 0 1 0 17" />
          </svg>
          <span>Onair</span>
        </a>
        <nav className={classes.navigation} aria-label={t.mainMenu} ref={navigation}>
          <Link to="/watch">{t.watch}</Link>
          <Link to="/studio">{t.studio}</Link>
          <Link to="/console/apps">{t.apps}</Link>
          <Link to="/console/inspector">{t.inspector}</Link>
          <Link to="/console/drops">{t.drops}</Link>
          {isSandbox && <Link to="/console/trigger">{t.trigger}</Link>}
          <Link to="/reference">{t.reference}</Link>
        </nav>
        <div className={classes.account}>
          <LanguageLinks />
          {visitor && (
            <Suspense fallback={<bdi className={classes.accountName}>{visitor.channelName}</bdi>}>
              <AccountMenu channelName={visitor.channelName} />
            </Suspense>
          )}
          {visitor === null && <a href={signInUrl()}>{t.signIn}</a>}
        </div>
      </header>
      <SessionEndNotice />
      {visitor && (
        <Suspense>
          <PasswordDialog />
        </Suspense>
      )}
      <main id="main" tabIndex={-1}>
        <Outlet />
      </main>
    </>
  )
}

/** A change of language reloads the page: the server stores it in a cookie that scripts cannot read. */
function LanguageLinks() {
  const { pathname } = useLocation()
  const otherLanguages = languageNames.filter(({ code }) => code !== language)
  return otherLanguages.map(({ code, name }) => (
    <a key={code} lang={code} hrefLang={code} href={`${pathname}?lang=${code}`}>
      {name}
    </a>
  ))
}
