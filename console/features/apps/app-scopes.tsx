import { Alert, Badge, Stack, Text } from '@mantine/core'
import { language, strings } from '../../locales/index.ts'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { scopeLabel } from '../../lib/scope-labels.ts'
import type { AppDetails } from '../../lib/app-queries.ts'
import { EditScopes } from './edit-scopes.tsx'
import layout from '../../ui/layout.module.css'
import table from '../../ui/table.module.css'

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
      {scopes.length > 0 && (
        // On a phone the table scrolls sideways, also by keyboard.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        <div className={`card ${table.scroll}`} role="region" aria-label={t.table} tabIndex={0}>
          <table className={table.table}>
            <thead>
              <tr>
                <th scope="col">{t.scope}</th>
                <th scope="col" className={table.number}>
                  {t.people}
                </th>
                <th scope="col" className={table.number}>
                  {t.calls}
                </th>
                <th scope="col">{t.lastUsed}</th>
              </tr>
            </thead>
            <tbody>
              {scopes.map(({ scope, people, calls, lastUsedDate }) => (
                <tr key={scope}>
                  <th scope="row">
                    {scopeLabel(scope)}{' '}
                    <span className={table.id} lang="ko">
                      {scope}
                    </span>
                  </th>
                  <td className={table.number}>{people.toLocaleString(language)}</td>
                  <td className={table.number}>{calls.toLocaleString(language)}</td>
                  <td>
                    {hasUsage && calls === 0 ? (
                      <Badge color="gray" size="sm">
                        {t.unused}
                      </Badge>
                    ) : (
                      <RelativeTime at={lastUsedDate} />
                    )}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
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
