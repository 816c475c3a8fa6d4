import { Badge, Text } from '@mantine/core'
import type { Endpoint } from '@onair/contract'
import { scopeLabel } from '../../lib/scope-labels.ts'
import { strings } from '../../locales/index.ts'
import classes from './reference.module.css'

const { operation: t } = strings('reference')

/** Who can call an operation, and the scope that it needs. */
export function RequiredCredentials({ auth }: Pick<Endpoint, 'auth'>) {
  const scope = 'scope' in auth ? auth.scope : null
  return (
    <Text size="sm" className={classes.callers}>
      <Badge color="gray">{t.callers[auth.kind]}</Badge>{' '}
      {!('scope' in auth) ? null : scope === null ? (
        <Text span inherit c="dimmed">
          {t.noScope}
        </Text>
      ) : (
        <>
          {t.scope}: {scopeLabel(scope)} <code lang="ko">{scope}</code>
        </>
      )}
    </Text>
  )
}
