import { Text, TextInput } from '@mantine/core'
import { Link, Outlet, useLocation, useNavigate, useSearch } from '@tanstack/react-router'
import { Fragment, useEffect, useRef, useState } from 'react'
import { strings } from '../../../locales/index.ts'
import { isSandbox } from '../../../lib/page-settings.ts'
import { CredentialsContext, emptyCredentials, type CredentialValues } from '../credentials.ts'
import { filterErrors } from '../error-rows.ts'
import { EventList } from '../components/event-list.tsx'
import { filterGuides, guides } from '../guides.ts'
import { filterGroups, listGroups, operationName } from '../operations.ts'
import { filterStartSections, startSections } from '../start-sections.ts'
import classes from '../reference.module.css'
import { MethodName } from '../components/method-name.tsx'
import layout from '../../../ui/layout.module.css'

const { navigation: t } = strings('reference')

const groups = listGroups({ isSandbox })

/** The API reference: a searchable list of operations, and the page of one of them. */
export function Reference() {
  const { q = '' } = useSearch({ from: '/reference' })
  const { pathname } = useLocation()
  const navigate = useNavigate()
  const [values, setValues] = useState<CredentialValues>(emptyCredentials)
  const list = useRef<HTMLDivElement>(null)
  const isStart = pathname.replace(/\/$/, '') === '/reference'
  useEffect(() => {
    const current = document.querySelector(`nav section a[href^=${JSON.stringify(pathname)}]`)
    if (current && list.current) showInList(current, list.current)
  }, [pathname])
  return (
    <CredentialsContext value={{ values, update: (change) => setValues((before) => ({ ...before, ...change })) }}>
      <div className={classes.page} data-start={isStart || undefined} data-search={q !== '' || undefined}>
        <nav id="operations" aria-label={t.operations}>
          <TextInput
            type="search"
            aria-label={t.search}
            placeholder={t.search}
            value={q}
            onChange={({ currentTarget: { value } }) => {
              list.current?.scrollTo({ top: 0 })
              void navigate({ to: '.', search: value === '' ? {} : { q: value }, replace: true })
            }}
          />
          <div ref={list} className={`side-nav ${classes.entries}`}>
            <Entries q={q} pathname={pathname} isStart={isStart} />
          </div>
        </nav>
        <div className={classes.topic}>
          <Link className={`${layout.backLink} ${classes.backLink}`} to="/reference" search hash="operations">
            {isStart ? '↓' : '←'} {t.operations}
          </Link>
          <Outlet />
        </div>
      </div>
    </CredentialsContext>
  )
}

/** The guides, operations and errors, or those that match a search. */
function Entries({ q, pathname, isStart }: { q: string; pathname: string; isStart: boolean }) {
  const matchingGroups = q === '' ? groups : filterGroups(groups, q)
  const matchingGuides = q === '' ? guides : filterGuides(q)
  const matchingErrors = q === '' ? [] : filterErrors(q)
  const sections = q !== '' ? filterStartSections(q) : isStart ? startSections : []
  return (
    <>
      <ul className={classes.guides}>
        {matchingGuides.map(({ to, name }) => (
          <li key={to}>
            <Link to={to} search activeOptions={{ exact: true, includeSearch: false }}>
              {name}
            </Link>
            {to === '/reference/events' && pathname === to && <EventList isInSideList />}
          </li>
        ))}
      </ul>
      {sections.length > 0 && (
        <div>
          <h2>{guides[0].name}</h2>
          <AnchorList entries={sections} className={classes.sections} />
        </div>
      )}
      {matchingGroups.length + matchingGuides.length + matchingErrors.length + sections.length === 0 && (
        <Text size="sm" c="dimmed" role="status">
          {t.none}{' '}
          <Link to="." search={{}}>
            {t.showAll}
          </Link>
        </Text>
      )}
      {matchingGroups.map((group) => (
        <section key={group.label}>
          <h2>{group.label}</h2>
          <ul>
            {group.operations.map((operation) => (
              <li key={operation.id}>
                <Link to="/reference/$operation" params={{ operation: operation.id }} search>
                  <MethodName method={operation.endpoint.method} />
                  <span className={classes.name} data-name>
                    {operationName(operation)}
                  </span>
                  <code>
                    <Breakable text={operation.endpoint.path} />
                  </code>
                </Link>
              </li>
            ))}
          </ul>
        </section>
      ))}
      {matchingErrors.length > 0 && (
        <section>
          <h2>{t.errors}</h2>
          <AnchorList entries={matchingErrors} className={classes.errors} />
        </section>
      )}
    </>
  )
}

type AnchorListProps = { entries: readonly { name: string; anchor: string }[]; className: string | undefined }

/** Links into the start page of the reference. */
function AnchorList({ entries, className }: AnchorListProps) {
  return (
    <ul className={className}>
      {entries.map(({ name, anchor }) => (
        <li key={anchor}>
          <Link to="/reference" search hash={anchor} activeOptions={{ includeHash: true }}>
            <Breakable text={name} />
          </Link>
        </li>
      ))}
    </ul>
  )
}

/** A path or a code, which breaks before a slash or after an underscore only. */
function Breakable({ text }: { text: string }) {
  return text.split(/(?=\/)|(?<=_)/).map((part, at) => (
    <Fragment key={at}>
      {at > 0 && <wbr />}
      {part}
    </Fragment>
  ))
}

/** Scrolls the list and not the page. */
function showInList(link: Element, list: Element) {
  const [place, area] = [link.getBoundingClientRect(), list.getBoundingClientRect()]
  if (place.top < area.top || place.bottom > Math.min(area.bottom, window.innerHeight))
    list.scrollBy(0, place.top - area.top - area.height / 2)
}
