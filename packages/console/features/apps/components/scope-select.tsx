import { Alert, Button, Checkbox, Group, Text } from '@mantine/core'
import { dropsScope, userScopes } from '@onair/contract'
import { strings } from '../../../locales/index.ts'
import { scopeLabelForDevelopers } from '../scope-labels.ts'
import { OrganizationSelect, type ScopeSelection } from './organization-select.tsx'
import { ScopeRisk } from './scope-risk.tsx'
import classes from '../pages/apps.module.css'

const { scopeSelect: t } = strings('apps')

type Props = ScopeSelection & { hint: string; onChange: (selection: ScopeSelection) => void }

/** The scopes that a new application requests. The drops scope needs an organization. */
export function ScopeSelect({ scopes, organizationId, hint, onChange }: Props) {
  const availableScopes = organizationId === null ? userScopes : [...userScopes, dropsScope]
  const select = (selected: readonly string[]) => onChange({ scopes: selected, organizationId })
  return (
    <>
      <OrganizationSelect scopes={scopes} organizationId={organizationId} onChange={onChange} />
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
              className={classes.scopeOption}
              value={scope}
              label={
                <>
                  {scopeLabelForDevelopers(scope)}
                  <Text span display="block" fz="xs" c="dimmed">
                    <span lang="ko">{scope}</span> <ScopeRisk scope={scope} />
                  </Text>
                </>
              }
            />
          ))}
        </div>
        {scopes.length === 0 && (
          <Alert color="gray" mt="sm" p="sm" role="note">
            {t.noneSelected}
          </Alert>
        )}
      </Checkbox.Group>
    </>
  )
}
