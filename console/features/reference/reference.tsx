import { TextInput } from '@mantine/core'
import { Link, Outlet, useLocation, useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { localize } from '../../lib/language.ts'
import { isSandbox } from '../../lib/is-sandbox.ts'
import { CredentialsContext, emptyCredentials, type CredentialValues } from './credentials.ts'
import { groupLabel } from './group-labels.ts'
import { listGroups, filterGroups } from './operations.ts'
import { summaryOf } from './summaries.ts'
import classes from './reference.module.css'
import layout from '../../ui/layout.module.css'

const groups = listGroups({ isSandbox })

/** What the interface offers, as its contract says it: everything in a list that can be searched, and one thing beside it. */
export function Reference() {
  const { q = '' } = useSearch({ from: '/reference' })
  const { pathname } = useLocation()
  const navigate = useNavigate()
  const [values, setFilled] = useState<CredentialValues>(emptyCredentials)
  const matchingGroups = q === '' ? groups : filterGroups(groups, q, summaryOf)
  const isStart = pathname.replace(/\/$/, '') === '/reference'
  useEffect(() => {
    const current = document.querySelector(`nav section a[href^=${JSON.stringify(pathname)}]`)
    current?.scrollIntoView({ block: 'nearest' })
  }, [pathname])
  return (
    <CredentialsContext value={{ values, update: (change) => setFilled((before) => ({ ...before, ...change })) }}>
      <div className={classes.page} data-start={isStart || undefined}>
        <nav aria-label={t.operations}>
          <TextInput
            type="search"
            aria-label={t.search}
            placeholder={t.search}
            value={q}
            onChange={({ currentTarget: { value } }) =>
              void navigate({ to: '.', search: value === '' ? {} : { q: value }, replace: true })
            }
          />
          <ul className={classes.guides}>
            <li>
              <Link to="/reference" search activeOptions={{ exact: true, includeSearch: false }}>
                {t.start}
              </Link>
            </li>
            <li>
              <Link to="/reference/events" search>
                {t.events}
              </Link>
            </li>
            <li>
              <Link to="/reference/signature" search>
                {t.signature}
              </Link>
            </li>
          </ul>
          {matchingGroups.length === 0 && (
            <p className="small soft" role="status">
              {t.nothing}{' '}
              <Link to="." search={{}}>
                {t.showAll}
              </Link>
            </p>
          )}
          {matchingGroups.map((group) => (
            <section key={`${group.isSandbox} ${group.name}`}>
              <h2>{groupLabel(group)}</h2>
              <ul>
                {group.operations.map((operation) => (
                  <li key={operation.id}>
                    <Link to="/reference/$operation" params={{ operation: operation.id }} search>
                      <span className={classes.method} data-method={operation.endpoint.method}>
                        {operation.endpoint.method}
                      </span>
                      <code>{operation.endpoint.path}</code>
                      <span className={classes.summary}>{summaryOf(operation)}</span>
                    </Link>
                  </li>
                ))}
              </ul>
            </section>
          ))}
        </nav>
        <div className={classes.topic}>
          {!isStart && (
            <Link className={`${layout.backLink} ${classes.backLink}`} to="/reference" search>
              ← {t.operations}
            </Link>
          )}
          <Outlet />
        </div>
      </div>
    </CredentialsContext>
  )
}

const t = localize({
  ko: {
    operations: '모든 호출',
    search: '호출 찾기',
    start: '시작하기',
    events: '이벤트와 웹훅',
    signature: '서명 확인',
    nothing: '맞는 호출이 없습니다.',
    showAll: '모두 보기',
  },
  en: {
    operations: 'All calls',
    search: 'Find a call',
    start: 'Where to begin',
    events: 'Events and webhooks',
    signature: 'Check a signature',
    nothing: 'No call fits.',
    showAll: 'Show all',
  },
})
