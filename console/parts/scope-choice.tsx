import { Button, Checkbox, Group, Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { dropsScope, userScopes } from '@onair/contract'
import { organizationsQuery } from '../drops-queries.ts'
import { inLanguage } from '../language.ts'
import { wordsOfScope } from '../scope-words.ts'

export type Asked = { scopes: readonly string[]; organizationId: string | null }

/** An application that belongs to an organization may change to another and not leave. */
type Given = Asked & { hint: string; belongs?: boolean; onChange: (asked: Asked) => void }

/** What an application asks people for; whoever speaks for an organization may choose the drops scope too. */
export function ScopeChoice({ scopes, organizationId, hint, belongs = false, onChange }: Given) {
  const { data: organizations } = useQuery(organizationsQuery)
  const offered = organizationId === null ? userScopes : [...userScopes, dropsScope]
  const choose = (chosen: readonly string[]) => onChange({ scopes: chosen, organizationId })
  return (
    <>
      {organizations && organizations.data.length > 0 && (
        <Select
          label={said.organization}
          description={said.organizationHint}
          placeholder={said.noOrganization}
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
          clearable={!belongs}
          allowDeselect={!belongs}
        />
      )}
      <Checkbox.Group label={said.scopes} description={hint} value={[...scopes]} onChange={choose}>
        <Group gap="xs" mt="xs" mb="sm">
          <Button size="compact-sm" variant="default" onClick={() => choose([...offered])}>
            {said.all}
          </Button>
          <Button size="compact-sm" variant="default" onClick={() => choose([])}>
            {said.none}
          </Button>
        </Group>
        <div className="scope-choice">
          {offered.map((scope) => (
            <Checkbox
              key={scope}
              value={scope}
              label={wordsOfScope(scope)}
              description={<span lang="ko">{scope}</span>}
            />
          ))}
        </div>
      </Checkbox.Group>
    </>
  )
}

const said = inLanguage({
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
