import { Alert, Badge, Stack, Text } from '@mantine/core'
import { language, strings } from '../../locales/index.ts'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { scopeLabel } from '../../lib/scope-labels.ts'
import type { AppDetails } from '../../lib/app-queries.ts'
import { EditScopes } from './edit-scopes.tsx'
import layout from '../../ui/layout.module.css'

const { scopes: t } = strings('apps')

/** The requested scopes, how many users allowed each and when it was last used. */
export function AppScopes({ app }: { app: AppDetails }) {
  const { scopes, removedScopes } = app
  const unusedCount = scopes.filter(({ calls, people }) => calls === 0 && people > 0).length
  const hasUsage = scopes.some(({ calls }) => calls > 0)
  return (
    <Stack gap="md" mt="lg">
      <Text size="sm" c="dimmed">
        {t.about}
      </Text>
      {hasUsage && unusedCount > 0 && <Alert color="gray" title={t.unusedCount(unusedCount)} />}
      {scopes.length === 0 && (
        <Text size="sm" c="dimmed" className="card">
          {t.none}
        </Text>
      )}
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
              <Text component="div" size="sm" c="dimmed" lang="ko">
                {scope}
              </Text>
            </div>
            <Text component="dl" size="sm">
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
            </Text>
          </li>
        ))}
      </ul>
      {removedScopes.length > 0 && (
        <section className="card" aria-labelledby="removed-scopes">
          <h2 id="removed-scopes">{t.removedScopes}</h2>
          <Text size="sm" c="dimmed">
            {t.removedScopesHint}
          </Text>
          <ul className={layout.rows}>
            {removedScopes.map(({ scope, people }) => (
              <li key={scope} className={layout.statsRow}>
                <span>{scopeLabel(scope)}</span>
                <Text span size="sm" c="dimmed">
                  {t.people} {people.toLocaleString(language)}
                </Text>
              </li>
            ))}
          </ul>
        </section>
      )}
      <EditScopes app={app} />
    </Stack>
  )
}
