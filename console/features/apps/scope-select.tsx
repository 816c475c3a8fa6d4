import { Button, Checkbox, Group, Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { dropsScope, userScopes } from '@onair/contract'
import { organizationsQuery } from '../../lib/app-queries.ts'
import { strings } from '../../locales/index.ts'
import { scopeLabel } from '../../lib/scope-labels.ts'
import classes from './apps.module.css'

const { scopeSelect: t } = strings('apps')

export type ScopeSelection = { scopes: readonly string[]; organizationId: string | null }

type Props = ScopeSelection & {
  hint: string
  /** An application of an organization can move to another one, but cannot leave. */
  isOrganizationRequired?: boolean
  onChange: (selection: ScopeSelection) => void
}

/** The scopes that an application requests. The drops scope needs an organization. */
export function ScopeSelect({ scopes, organizationId, hint, isOrganizationRequired = false, onChange }: Props) {
  const { data: organizations } = useQuery(organizationsQuery)
  const availableScopes = organizationId === null ? userScopes : [...userScopes, dropsScope]
  const select = (selected: readonly string[]) => onChange({ scopes: selected, organizationId })
  return (
    <>
      {organizations && organizations.data.length > 0 && (
        <Select
          label={t.organization}
          description={t.organizationHint}
          placeholder={t.noOrganization}
          data={organizations.data.map((one) => ({ value: one.organizationId, label: one.name }))}
          value={organizationId}
          onChange={(chosen) =>
            onChange({
              organizationId: chosen,
              scopes:
                chosen === null
                  ? scopes.filter((scope) => scope !== dropsScope)
                  : [...new Set([...scopes, dropsScope])],
            })
          }
          clearable={!isOrganizationRequired}
          allowDeselect={!isOrganizationRequired}
        />
      )}
      <Checkbox.Group label={t.scopes} description={hint} value={[...scopes]} onChange={select}>
        <Group gap="xs" mt="xs" mb="sm">
          <Button size="compact-sm" variant="default" onClick={() => select([...availableScopes])}>
            {t.all}
          </Button>
          <Button size="compact-sm" variant="default" onClick={() => select([])}>
            {t.none}
          </Button>
        </Group>
        <div className={classes.scopeOptions}>
          {availableScopes.map((scope) => (
            <Checkbox
              key={scope}
              value={scope}
              label={scopeLabel(scope)}
              description={<span lang="ko">{scope}</span>}
            />
          ))}
        </div>
      </Checkbox.Group>
    </>
  )
}
