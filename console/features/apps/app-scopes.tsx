import { Alert, Badge, Stack } from '@mantine/core'
import { language, strings } from '../../locales/index.ts'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { scopeLabel } from '../../lib/scope-labels.ts'
import type { AppDetails } from '../../lib/app-queries.ts'
import { EditScopes } from './edit-scopes.tsx'
import layout from '../../ui/layout.module.css'

const { scopes: t } = strings('apps')

/** The requested scopes, how many users allowed each and when it was last used. */
export function AppScopes({ app }: { app: AppDetails }) {
  const { scopes, dropped } = app
  const unusedCount = scopes.filter(({ calls, people }) => calls === 0 && people > 0).length
  const hasUsage = scopes.some(({ calls }) => calls > 0)
  return (
    <Stack gap="md" mt="lg">
      <p className="soft small">{t.about}</p>
      {hasUsage && unusedCount > 0 && <Alert color="gray" title={t.unusedCount(unusedCount)} />}
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
                <dt>{t.lastUsed}</dt>
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
