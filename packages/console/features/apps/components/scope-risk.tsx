import { Badge } from '@mantine/core'
import { scopeRiskSummary } from '../scope-labels.ts'
import { strings } from '../../../locales/index.ts'
import classes from '../pages/apps.module.css'

const { risky } = strings('apps').scopes

/** The risk of a scope as text; nothing if it has none. */
export function ScopeRisk({ scope }: { scope: string }) {
  const summary = scopeRiskSummary(scope)
  if (summary === undefined) return null
  return (
    <span className={classes.risk}>
      <Badge color="red" size="sm">
        {risky}
      </Badge>
      <span>{summary}</span>
    </span>
  )
}
