import '../reference/reference.css'
import { TextInput } from '@mantine/core'
import { Link, Outlet, useLocation, useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { inLanguage } from '../language.ts'
import { isSandbox } from '../mode.ts'
import { CredentialsContext, nothingFilled, type Filled } from '../reference/credentials.ts'
import { wordsOfGroup } from '../reference/group-words.ts'
import { groupsOf, matching } from '../reference/operations.ts'
import { summaryOf } from '../reference/summaries.ts'

const groups = groupsOf({ isSandbox })

/** What the interface offers, as its contract says it: everything in a list that can be searched, and one thing beside it. */
export function Reference() {
  const { q = '' } = useSearch({ from: '/reference' })
  const { pathname } = useLocation()
  const navigate = useNavigate()
  const [filled, setFilled] = useState<Filled>(nothingFilled)
  const found = q === '' ? groups : matching(groups, q, summaryOf)
  const isStart = pathname.replace(/\/$/, '') === '/reference'
  useEffect(() => {
    const shown = document.querySelector(`.reference nav section a[href^=${JSON.stringify(pathname)}]`)
    shown?.scrollIntoView({ block: 'nearest' })
  }, [pathname])
  return (
    <CredentialsContext value={{ filled, fill: (change) => setFilled((before) => ({ ...before, ...change })) }}>
      <div className="reference" data-start={isStart || undefined}>
        <nav aria-label={said.operations}>
          <TextInput
            type="search"
            aria-label={said.search}
            placeholder={said.search}
            value={q}
            onChange={({ currentTarget: { value } }) =>
              void navigate({ to: '.', search: value === '' ? {} : { q: value }, replace: true })
            }
          />
          <ul className="about">
            <li>
              <Link to="/reference" search activeOptions={{ exact: true, includeSearch: false }}>
                {said.start}
              </Link>
            </li>
            <li>
              <Link to="/reference/events" search>
                {said.events}
              </Link>
            </li>
            <li>
              <Link to="/reference/signature" search>
                {said.signature}
              </Link>
            </li>
          </ul>
          {found.length === 0 && (
            <p className="small soft" role="status">
              {said.nothing}{' '}
              <Link to="." search={{}}>
                {said.showAll}
              </Link>
            </p>
          )}
          {found.map((group) => (
            <section key={`${group.isSandbox} ${group.name}`}>
              <h2>{wordsOfGroup(group)}</h2>
              <ul>
                {group.operations.map((operation) => (
                  <li key={operation.id}>
                    <Link to="/reference/$operation" params={{ operation: operation.id }} search>
                      <span className="method" data-method={operation.endpoint.method}>
                        {operation.endpoint.method}
                      </span>
                      <code>{operation.endpoint.path}</code>
                      <span className="what">{summaryOf(operation)}</span>
                    </Link>
                  </li>
                ))}
              </ul>
            </section>
          ))}
        </nav>
        <div className="topic">
          {!isStart && (
            <Link className="up" to="/reference" search>
              ← {said.operations}
            </Link>
          )}
          <Outlet />
        </div>
      </div>
    </CredentialsContext>
  )
}

const said = inLanguage({
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
