import { Select } from '@mantine/core'
import { dropsScope } from '@onair/contract'
import { useQuery } from '@tanstack/react-query'
import { organizationsQuery } from '../queries.ts'
import { strings } from '../../../locales/index.ts'

const { scopeSelect: t } = strings('apps')

export type ScopeSelection = { scopes: readonly string[]; organizationId: string | null }

type Props = ScopeSelection & {
  /** An application of an organization can move to another one, but cannot leave. */
  isRequired?: boolean
  onChange: (selection: ScopeSelection) => void
}

/** The organization of an application, if the user represents one. The drops scope needs it. */
export function OrganizationSelect({ scopes, organizationId, isRequired = false, onChange }: Props) {
  const { data: organizations } = useQuery(organizationsQuery)
  if (!organizations || organizations.data.length === 0) return null
  return (
    <Select
      maw={420}
      label={t.organization}
      description={t.organizationHint}
      placeholder={t.noOrganization}
      data={organizations.data.map((one) => ({ value: one.organizationId, label: one.name }))}
      value={organizationId}
      onChange={(chosen) =>
        onChange({
          organizationId: chosen,
          scopes:
            chosen === null ? scopes.filter((scope) => scope !== dropsScope) : [...new Set([...scopes, dropsScope])],
        })
      }
      clearable={!isRequired}
      allowDeselect={!isRequired}
    />
  )
}
