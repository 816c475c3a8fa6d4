import { useQuery } from '@tanstack/react-query'
import { Link, Outlet, useLocation, useNavigate, useSearch } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { loadStrings, strings } from '../locales/index.ts'
import { isLockedSandbox, isSandbox, sandboxAccessUrl, site } from '../lib/page-settings.ts'
import { setSessionEnded } from './session-end.ts'
import { acceptTermsUrl, isPublicPath, signInUrl, visitorQuery } from '../lib/visitor.ts'
import { AccountLabel } from './account-label.tsx'
import { SessionEndNotice } from './session-end-notice.tsx'
import classes from './shell.module.css'

const { sandboxMark, shell: t } = strings('common')

/** The menu is large, so it loads after the page, which shows the label of its button. */
const AccountMenu = lazy(() => import('./account-menu.tsx').then((part) => ({ default: part.AccountMenu })))

const DeveloperSections = lazy(() =>
  import('./developer-sections.tsx').then((part) => ({ default: part.DeveloperSections })),
)

const SandboxMark = lazy(() =>
  import('../features/sandbox/components/sandbox-mark.tsx').then((part) => ({ default: part.SandboxMark })),
)

const CommandPalette = lazy(async () => {
  await loadStrings('palette')
  return { default: (await import('./command-palette.tsx')).CommandPalette }
})

const PasswordDialog = lazy(async () => {
  await loadStrings('confirm')
  return { default: (await import('./password-dialog.tsx')).PasswordDialog }
})

/** The frame of every page: the header with the three places of the site, and the side bar of the pages for developers. */
export function Shell() {
  const { data: visitor } = useQuery(visitorQuery)
  const { pathname } = useLocation()
  const [wasSignedIn, setWasSignedIn] = useState(false)
  if (visitor && !wasSignedIn) setWasSignedIn(true)
  const needsSandboxSecret = isLockedSandbox && /^\/(console\/trigger|live)(\/|$)/.test(pathname)
  const mustSignIn = visitor === null && !isPublicPath(pathname) && !needsSandboxSecret
  // Hidden once the console shows something; see index.html.
  useEffect(() => document.querySelector('.frame')?.remove(), [])
  useEffect(() => {
    if (!mustSignIn) return
    if (wasSignedIn) setSessionEnded(true)
    else window.location.assign(signInUrl())
  }, [mustSignIn, wasSignedIn])
  useEffect(() => {
    const isOpen = pathname === '/account' || (visitor?.siteRole && /^\/admin(\/|$)/.test(pathname))
    if (visitor?.mustAcceptTerms && !isOpen) window.location.assign(acceptTermsUrl())
  }, [pathname, visitor])
  useEffect(() => {
    if (needsSandboxSecret) window.location.assign(sandboxAccessUrl())
  }, [needsSandboxSecret])
  const isReference = /^\/reference(\/|$)/.test(pathname)
  if (pathname.startsWith('/embed/'))
    return (
      <main id="main">
        <Outlet />
      </main>
    )
  const isChatWindow = /^\/watch\/[^/]+\/chat$/.test(pathname)
  const isForDevelopers = /^\/(console|reference)(\/|$)/.test(pathname)
  return (
    <>
      {!isChatWindow && (
        <>
          <a className={classes.skipLink} href="#main">
            {t.skip}
          </a>
          <Header isForDevelopers={isForDevelopers} />
        </>
      )}
      <SessionEndNotice />
      {visitor && (
        <Suspense>
          <PasswordDialog />
        </Suspense>
      )}
      <div className={classes.body} data-developers={isForDevelopers ? (isReference ? 'above' : 'beside') : undefined}>
        {isForDevelopers && (
          <Suspense fallback={<div className={classes.sectionsOutline} />}>
            <DeveloperSections pathname={pathname} />
          </Suspense>
        )}
        <main id="main" tabIndex={-1}>
          {/* A page that needs an account asks nothing for a guest, who leaves it. Typed text stays when a session ends. */}
          {(!mustSignIn || wasSignedIn) && <Outlet />}
        </main>
      </div>
    </>
  )
}

/** The three places of the site, the mark of a sandbox, and the menu of the visitor. */
function Header({ isForDevelopers }: { isForDevelopers: boolean }) {
  const { data: visitor } = useQuery(visitorQuery)
  const label = { channelName: visitor?.channelName ?? null, imageUrl: visitor?.channelImageUrl ?? null }
  return (
    <header className="site-header">
      <a className="brand" href="/" aria-label={site.name}>
        {site.logoId === null ? (
          <svg viewBox="0 0 32 32" width="28" height="28" aria-hidden="true">
            <circle cx="16" cy="16" r="5" />
            <path d="M7.5 7.5a12 12 0 0 0 0 17M24.5 7.5a12 12 0 0 1 0 17" />
          </svg>
        ) : (
          <img src={`/assets/logo/${site.logoId}`} width="28" height="28" alt="" />
        )}
        <span>
          <bdi>{site.name}</bdi>
        </span>
      </a>
      <nav className="places" aria-label={t.mainMenu}>
        {(isSandbox || isLockedSandbox) && <Link to="/live">{t.live}</Link>}
        <Link to="/watch">{t.watch}</Link>
        <Link to="/studio">{t.studio}</Link>
        <Link to="/console/apps" aria-current={isForDevelopers ? 'page' : undefined}>
          {t.developers}
        </Link>
      </nav>
      {isSandbox && (
        <Suspense fallback={<span className="sandbox">{sandboxMark.sandbox}</span>}>
          <SandboxMark />
        </Suspense>
      )}
      {isLockedSandbox && (
        <span className="sandbox" title={sandboxMark.locked}>
          {sandboxMark.sandbox}
          <a href={sandboxAccessUrl()}>{sandboxMark.enterSecret}</a>
        </span>
      )}
      <div className="who">
        {visitor !== undefined && <Search />}
        {visitor === null && <a href={signInUrl()}>{t.signIn}</a>}
        {visitor !== undefined && (
          <Suspense
            fallback={
              <span>
                <AccountLabel {...label} />
              </span>
            }
          >
            <AccountMenu {...label} isSiteStaff={visitor ? visitor.siteRole !== null : false} />
          </Suspense>
        )}
      </div>
    </header>
  )
}

/** The button of the command palette, which Ctrl+K, ⌘K and the address open too. */
function Search() {
  const { palette } = useSearch({ from: '__root__' })
  const navigate = useNavigate()
  const [isOpen, setOpen] = useState(palette === 'open')
  const [input, setInput] = useState('')
  // The link to the palette is on the home page.
  const isFromHome = useRef(isOpen)
  const dismiss = () => {
    setOpen(false)
    setInput('')
    if (isFromHome.current) window.location.replace('/')
  }
  const close = () => {
    isFromHome.current = false
    setOpen(false)
    setInput('')
  }
  useEffect(() => {
    if (palette !== undefined)
      void navigate({ to: '.', search: ({ palette: _palette, ...others }) => others, replace: true })
  }, [palette, navigate])
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() === 'k' && (event.metaKey || event.ctrlKey) && !event.altKey && !event.shiftKey) {
        event.preventDefault()
        if (isOpen) dismiss()
        else setOpen(true)
      }
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  })
  return (
    <>
      <button type="button" className="find" onClick={() => setOpen(true)} aria-haspopup="dialog">
        <svg viewBox="0 0 24 24" width="16" height="16" aria-hidden="true" className="icon">
          <path d="M10.5 17a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13zM15.5 15.5 20 20" />
        </svg>
        <span>{t.search}</span>
        <kbd aria-hidden="true">{isMac ? '⌘K' : 'Ctrl K'}</kbd>
      </button>
      {isOpen && (
        <>
          {/* A field, because an input method such as that of Korean writes into nothing else. */}
          <input
            ref={takeFocus}
            className={classes.typedEarly}
            tabIndex={-1}
            aria-label={t.search}
            onChange={({ currentTarget: { value } }) => setInput(value)}
            maxLength={200}
          />
          <Suspense>
            <CommandPalette input={input} onInput={setInput} onClose={close} onDismiss={dismiss} />
          </Suspense>
        </>
      )}
    </>
  )
}

/** Returns the focus when the search closes. */
function takeFocus(field: HTMLInputElement | null) {
  const before = document.activeElement
  field?.focus({ preventScroll: true })
  return () => {
    if (before instanceof HTMLElement) before.focus({ preventScroll: true })
  }
}

const isMac = /Mac|iPhone|iPad/.test(navigator.userAgent)
