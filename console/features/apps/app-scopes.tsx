import { Alert, Badge, Stack } from '@mantine/core'
import { localize, language } from '../../lib/language.ts'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { scopeLabel } from '../../lib/scope-labels.ts'
import type { AppDetails } from '../../lib/app-queries.ts'
import { EditScopes } from './edit-scopes.tsx'
import layout from '../../ui/layout.module.css'

/** What the application asks for, what people allow, and what it has ever used: the rest could be dropped. */
export function AppScopes({ app }: { app: AppDetails }) {
  const { scopes, dropped } = app
  const unusedCount = scopes.filter(({ calls, people }) => calls === 0 && people > 0).length
  const hasUsage = scopes.some(({ calls }) => calls > 0)
  return (
    <Stack gap="md" mt="lg">
      <p className="soft small">{t.about}</p>
      {hasUsage && unusedCount > 0 && <Alert color="gray" title={t.idle(unusedCount)} />}
      {scopes.length === 0 && <p className="card soft small">{t.none}</p>}
      <ul className={`${layout.rows} card`} hidden={scopes.length === 0}>
        {scopes.map(({ scope, people, calls, lastUsedDate }) => (
          <li key={scope} className={layout.statsRow}>
            <div>
              {scopeLabel(scope)}{' '}
              {hasUsage && calls === 0 && (
                <Badge color="gray" size="sm">
                  {t.unused}
                </Badge>
              )}
              <div className="small soft" lang="ko">
                {scope}
              </div>
            </div>
            <dl className="small">
              <div>
                <dt>{t.people}</dt>
                <dd>{people.toLocaleString(language)}</dd>
              </div>
              <div>
                <dt>{t.calls}</dt>
                <dd>{calls.toLocaleString(language)}</dd>
              </div>
              <div>
                <dt>{t.lastUse}</dt>
                <dd>
                  <RelativeTime at={lastUsedDate} />
                </dd>
              </div>
            </dl>
          </li>
        ))}
      </ul>
      {dropped.length > 0 && (
        <section className="card" aria-labelledby="dropped">
          <h2 id="dropped">{t.dropped}</h2>
          <p className="small soft">{t.droppedHint}</p>
          <ul className={layout.rows}>
            {dropped.map(({ scope, people }) => (
              <li key={scope} className={layout.statsRow}>
                <span>{scopeLabel(scope)}</span>
                <span className="small soft">
                  {t.people} {people.toLocaleString(language)}
                </span>
              </li>
            ))}
          </ul>
        </section>
      )}
      <EditScopes app={app} />
    </Stack>
  )
}

const t = localize({
  ko: {
    about: '쓴 적이 없는 권한은 요청하지 않는 편이 좋습니다. 사용 기록은 몇 초 뒤에 보입니다.',
    people: '허용한 사람',
    calls: '호출',
    lastUse: '마지막 사용',
    unused: '쓴 적 없음',
    dropped: '더는 요청하지 않는 권한',
    droppedHint: '이미 허용한 사람은 동의를 철회할 때까지 그대로 가집니다.',
    idle: (count: number) => `사람들이 허용했지만 쓴 적이 없는 권한이 ${count}개 있습니다. 아래에서 뺄 수 있습니다.`,
    none: '요청하는 권한이 없습니다. 권한이 필요 없는 호출만 할 수 있습니다.',
  },
  en: {
    about: 'A scope that was never used is better not asked for. Uses show up after some seconds.',
    people: 'People',
    calls: 'Calls',
    lastUse: 'Last used',
    unused: 'never used',
    dropped: 'Asked for no more',
    droppedHint: 'Who allowed them keeps them until they withdraw their consent.',
    idle: (count: number) =>
      count === 1
        ? 'One scope was allowed and never used. You can drop it below.'
        : `${count} scopes were allowed and never used. You can drop them below.`,
    none: 'It asks for nothing, and can make the calls that need no scope.',
  },
})
