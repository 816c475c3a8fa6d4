import { Badge, Text } from '@mantine/core'
import { dropsScope, scopes, type Endpoint, type Scope } from '@onair/contract'
import { strings } from '../../../locales/index.ts'

const { operation: t, scopeUses } = strings('reference')

/** Who can call an operation, and the scope that it needs. */
export function RequiredCredentials({ auth }: Pick<Endpoint, 'auth'>) {
  const scope = 'scope' in auth ? auth.scope : null
  return (
    <Text mt="xs" size="sm">
      <Badge color="gray">{t.callers[auth.kind]}</Badge>{' '}
      {!('scope' in auth) ? null : scope === null ? (
        <Text span inherit c="dimmed">
          {t.noScope}
        </Text>
      ) : (
        <>
          {t.scope}: {scopeUse(scope)}{' '}
          <Text span inherit c="dimmed">
            (<code lang="ko">{scope}</code>)
          </Text>
        </>
      )}
    </Text>
  )
}

/** The description of a scope for the developer of an application. */
function scopeUse(scope: Scope): string {
  const keys = Object.keys(scopes) as (keyof typeof scopes)[]
  return scopeUses[scope === dropsScope ? 'drops' : (keys.find((key) => scopes[key] === scope) ?? 'user')]
}
