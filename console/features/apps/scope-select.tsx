import { Button, Checkbox, Group, Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { dropsScope, userScopes } from '@onair/contract'
import { organizationsQuery } from '../drops/drops-queries.ts'
import { localize } from '../../lib/language.ts'
import { scopeLabel } from '../../lib/scope-labels.ts'
import classes from './apps.module.css'

export type ScopeSelection = { scopes: readonly string[]; organizationId: string | null }

/** An application that belongs to an organization may change to another and not leave. */
type Props = ScopeSelection & {
  hint: string
  isOrganizationRequired?: boolean
  onChange: (selection: ScopeSelection) => void
}

/** What an application asks people for; whoever speaks for an organization may choose the drops scope too. */
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

const t = localize({
  ko: {
    organization: '조직',
    organizationHint: '드롭스는 승인된 조직의 애플리케이션만 쓸 수 있습니다.',
    noOrganization: '조직 없이',
    scopes: '요청할 권한',
    all: '모두 선택',
    none: '모두 해제',
  },
  en: {
    organization: 'Organization',
    organizationHint: 'Drops are for applications of an approved organization.',
    noOrganization: 'None',
    scopes: 'Scopes',
    all: 'All',
    none: 'None',
  },
})
