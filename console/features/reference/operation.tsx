import { Badge, Stack } from '@mantine/core'
import { useParams } from '@tanstack/react-router'
import type { Endpoint } from '@onair/contract'
import { localize } from '../../lib/language.ts'
import { isSandbox } from '../../lib/is-sandbox.ts'
import { CopyableText } from '../../ui/copyable-text.tsx'
import { NotFound } from '../../ui/not-found.tsx'
import { PageTitle } from '../../ui/page-title.tsx'
import { listGroups } from './operations.ts'
import { ErrorTable } from './error-table.tsx'
import { summaryOf } from './summaries.ts'
import { TryIt } from './try-it.tsx'
import { ValueTable } from './value-table.tsx'
import { scopeLabel } from '../../lib/scope-labels.ts'
import classes from './reference.module.css'

const operations = new Map(
  listGroups({ isSandbox }).flatMap((group) => group.operations.map((operation) => [operation.id, operation] as const)),
)

/** One operation: who may call it, with what, what comes back, and a form to call it. */
export function ReferenceOperation() {
  const { operation: id } = useParams({ from: '/reference/$operation' })
  const operation = operations.get(id)
  if (operation === undefined) return <NotFound />
  const { endpoint } = operation
  const { method, path, aliases = [], pathParams, query, parameters, body, content } = endpoint
  return (
    <Stack gap="lg" key={id}>
      <div>
        <PageTitle>{summaryOf(operation)}</PageTitle>
        <p className={classes.address}>
          <span className={classes.method} data-method={method}>
            {method}
          </span>{' '}
          <CopyableText value={path} />
        </p>
        {aliases.length > 0 && (
          <p className="small soft">
            {t.also}{' '}
            {aliases.map((alias) => (
              <code key={alias}>{alias}</code>
            ))}
          </p>
        )}
        <RequiredCredentials auth={endpoint.auth} />
      </div>
      <TryIt operation={operation} />
      {pathParams && <ValueTable title={t.pathParams} schema={pathParams} />}
      {query && <ValueTable title={t.query} schema={query} />}
      {parameters && <ValueTable title={t.parameters} schema={parameters} />}
      {body && <ValueTable title={t.body} schema={body} />}
      <ValueTable title={t.content} schema={content} answered />
      <ErrorTable endpoint={endpoint} />
    </Stack>
  )
}

function RequiredCredentials({ auth }: Pick<Endpoint, 'auth'>) {
  const scope = 'scope' in auth ? auth.scope : null
  return (
    <p className={`small ${classes.callers}`}>
      <Badge color="gray">{t.kinds[auth.kind]}</Badge>{' '}
      {!('scope' in auth) ? null : scope === null ? (
        <span className="soft">{t.noScope}</span>
      ) : (
        <>
          {t.scope}: {scopeLabel(scope)} <code lang="ko">{scope}</code>
        </>
      )}
    </p>
  )
}

const t = localize({
  ko: {
    also: '다른 주소:',
    pathParams: '주소에 넣는 값',
    query: '쿼리',
    parameters: '값 (쿼리, JSON 본문, 폼 본문 어디든)',
    body: '본문 (JSON 또는 폼)',
    content: '답의 content',
    scope: '필요한 권한',
    noScope: '권한은 필요 없습니다',
    kinds: {
      token: '유저의 액세스 토큰',
      client: '애플리케이션의 Client-Id와 Client-Secret',
      session: '로그인한 사람',
      visitor: '누구나, 로그인한 사람은 그 사람으로',
      none: '헤더에 인증 정보 없음',
    },
  },
  en: {
    also: 'Also at',
    pathParams: 'In the path',
    query: 'Query',
    parameters: 'Parameters (in the query, a JSON body or a form body)',
    body: 'Body (JSON or form)',
    content: 'content of the answer',
    scope: 'Scope',
    noScope: 'no scope',
    kinds: {
      token: 'Access token of a user',
      client: 'Client-Id and Client-Secret of the application',
      session: 'The person who is signed in',
      visitor: 'Anyone; who is signed in, as themselves',
      none: 'No credentials in the headers',
    },
  },
})
