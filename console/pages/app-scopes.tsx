import { Badge, Stack } from '@mantine/core'
import { inLanguage, language } from '../language.ts'
import { Moment } from '../parts/moment.tsx'
import { wordsOfScope } from '../scope-words.ts'
import type { ShownApp } from '../app-queries.ts'

/** What the application asks for, what people allow, and what it has ever used: the rest could be dropped. */
export function AppScopes({ scopes }: Pick<ShownApp, 'scopes'>) {
  const wasUsed = scopes.some(({ calls }) => calls > 0)
  return (
    <Stack gap="md" mt="lg">
      <p className="soft small">{said.about}</p>
      <ul className="rows card">
        {scopes.map(({ scope, people, calls, lastUsedDate }) => (
          <li key={scope} className="scope-row">
            <div>
              {wordsOfScope(scope)}{' '}
              {wasUsed && calls === 0 && (
                <Badge color="gray" size="sm">
                  {said.unused}
                </Badge>
              )}
              <div className="small soft" lang="ko">
                {scope}
              </div>
            </div>
            <dl className="small">
              <div>
                <dt>{said.people}</dt>
                <dd>{people.toLocaleString(language)}</dd>
              </div>
              <div>
                <dt>{said.calls}</dt>
                <dd>{calls.toLocaleString(language)}</dd>
              </div>
              <div>
                <dt>{said.lastUse}</dt>
                <dd>
                  <Moment at={lastUsedDate} />
                </dd>
              </div>
            </dl>
          </li>
        ))}
      </ul>
    </Stack>
  )
}

const said = inLanguage({
  ko: {
    about: '쓴 적이 없는 권한은 요청하지 않는 편이 좋습니다. 사용 기록은 몇 초 뒤에 보입니다.',
    people: '허용한 사람',
    calls: '호출',
    lastUse: '마지막 사용',
    unused: '쓴 적 없음',
  },
  en: {
    about: 'A scope that was never used is better not asked for. Uses show up after some seconds.',
    people: 'People',
    calls: 'Calls',
    lastUse: 'Last used',
    unused: 'never used',
  },
})
