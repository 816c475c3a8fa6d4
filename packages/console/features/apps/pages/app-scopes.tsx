import { Alert, Badge, Button, Checkbox, Group, Stack, Text } from '@mantine/core'
import { consoleApi, dropsScope, openApi, userScopes, type Endpoint } from '@onair/contract'
import { describeScope } from '@onair/contract/scope-descriptions'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { api } from '../../../lib/api.ts'
import { appQuery, type AppDetails } from '../queries.ts'
import { scopeLabelForDevelopers } from '../scope-labels.ts'
import { useFormEdits } from '../../../lib/use-form-edits.ts'
import { language, strings } from '../../../locales/index.ts'
import { AnchorLink } from '../../../ui/links.tsx'
import { RelativeTime } from '../../../ui/relative-time.tsx'
import { SaveBar } from '../../../ui/forms/save-bar.tsx'
import { OrganizationSelect, type ScopeSelection } from '../components/organization-select.tsx'
import { ScopeRisk } from '../components/scope-risk.tsx'
import classes from './apps.module.css'
import table from '../../../ui/table.module.css'

const { scopes: t } = strings('apps')

/** The scopes: which are requested, how many users allowed each, and when it was last used. */
export function AppScopes({ app }: { app: AppDetails }) {
  const savedSelection: ScopeSelection = {
    scopes: app.scopes.map(({ scope }) => scope),
    organizationId: app.organizationId,
  }
  const { values: selection, changes, set, discard } = useFormEdits('scopes', savedSelection)
  const queries = useQueryClient()
  const save = useMutation({
    mutationFn: ({ scopes, organizationId }: ScopeSelection) =>
      api(consoleApi.apps.updateApp, {
        pathParams: { clientId: app.clientId },
        body: {
          scopes: [...scopes],
          ...(organizationId !== null && organizationId !== savedSelection.organizationId && { organizationId }),
        },
      }),
    onSuccess: async (_, saved) => {
      await queries.invalidateQueries(appQuery(app.clientId))
      discard(saved)
    },
  })
  const change = (changed: Partial<ScopeSelection>) => {
    save.reset()
    set(changed)
  }
  const addedCount = selection.scopes.filter((scope) => !savedSelection.scopes.includes(scope)).length
  const removedCount = savedSelection.scopes.filter((scope) => !selection.scopes.includes(scope)).length
  const isDirty = addedCount + removedCount > 0 || selection.organizationId !== savedSelection.organizationId
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save.mutate(selection)
  }
  return (
    <form onSubmit={submit}>
      <Stack gap="md" mt="lg">
        <Group justify="space-between" fz="sm">
          <Text size="sm" c="dimmed">
            {t.about}
          </Text>
          <a href={consentPath(app)}>{t.consentPage}</a>
        </Group>
        <UnusedScopes app={app} selected={selection.scopes} onChange={(scopes) => change({ scopes })} />
        <ScopeTable app={app} selection={selection} onChange={(scopes) => change({ scopes })} />
        <OrganizationSelect {...selection} isRequired={savedSelection.organizationId !== null} onChange={change} />
        {app.removedScopes.length > 0 && (
          <Text size="sm" c="dimmed">
            {t.removedHint}
          </Text>
        )}
        {selection.scopes.length === 0 && (
          <Text size="sm" c="dimmed">
            {t.none}
          </Text>
        )}
        {addedCount + removedCount > 0 && (
          <Alert color="orange" title={t.changes(addedCount, removedCount)}>
            {t.meaning}
          </Alert>
        )}
        <SaveBar
          isDirty={isDirty}
          changed={addedCount + removedCount > 0 ? `${t.changes(addedCount, removedCount)}.` : undefined}
          mutation={save}
          onDiscard={() => discard(changes)}
        />
      </Stack>
    </form>
  )
}

function consentPath({ clientId, redirectUri }: AppDetails): string {
  return `/account-interlock?${String(new URLSearchParams({ clientId, redirectUri, state: 'hello' }))}`
}

type SelectionProps = { app: AppDetails; onChange: (scopes: string[]) => void }

/** A suggestion to remove the scopes that users allowed and the application never used. */
function UnusedScopes({ app: { scopes }, selected, onChange }: SelectionProps & { selected: readonly string[] }) {
  const unused = scopes
    .filter(({ calls, failedCalls, people }) => calls + failedCalls === 0 && people > 0)
    .map(({ scope }) => scope)
  if (unused.length === 0 || !hasUsage(scopes)) return null
  const canDeselect = unused.some((scope) => selected.includes(scope))
  return (
    <Alert color="gray" title={t.unusedCount(unused.length)}>
      <Button
        size="xs"
        variant="default"
        disabled={!canDeselect}
        onClick={() => onChange(selected.filter((scope) => !unused.includes(scope)))}
      >
        {t.deselectUnused}
      </Button>
    </Alert>
  )
}

function ScopeTable({ app, selection, onChange }: SelectionProps & { selection: ScopeSelection }) {
  const { scopes: selected, organizationId } = selection
  const available: readonly string[] = organizationId === null ? userScopes : [...userScopes, dropsScope]
  const isAll = available.every((scope) => selected.includes(scope))
  const toggle = (scope: string, isChecked: boolean) =>
    // In the order of the table, so that a scope that is removed and added again is no change.
    onChange(available.filter((one) => (one === scope ? isChecked : selected.includes(one))))
  return (
    // In a narrow window the table scrolls sideways, also by keyboard; on a phone it is cards.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className={`card ${table.scroll} ${table.cards}`} role="region" aria-label={t.table} tabIndex={0}>
      <table className={`${table.table} ${classes.scopeTable}`}>
        <thead>
          <tr>
            <th scope="col">
              <Checkbox
                size="xs"
                label={t.all}
                checked={isAll}
                indeterminate={!isAll && selected.length > 0}
                onChange={() => onChange(isAll ? [] : [...available])}
              />
            </th>
            <th scope="col" className={table.number}>
              {t.people}
            </th>
            <th scope="col" className={table.number}>
              {t.calls}
            </th>
            <th scope="col">{t.lastUsed}</th>
            <th scope="col">{t.access}</th>
            <th scope="col">{t.operations}</th>
          </tr>
        </thead>
        <tbody>
          {available.map((scope) => (
            <ScopeRow
              key={scope}
              app={app}
              scope={scope}
              isSelected={selected.includes(scope)}
              onToggle={(isChecked) => toggle(scope, isChecked)}
            />
          ))}
        </tbody>
      </table>
    </div>
  )
}

type RowProps = { app: AppDetails; scope: string; isSelected: boolean; onToggle: (isChecked: boolean) => void }

function ScopeRow({ app, scope, isSelected, onToggle }: RowProps) {
  const requested = app.scopes.find((one) => one.scope === scope)
  const removed = app.removedScopes.find((one) => one.scope === scope)
  const operationCount = operationCounts.get(scope) ?? 0
  return (
    <tr>
      <th scope="row">
        <Checkbox
          size="xs"
          checked={isSelected}
          onChange={({ currentTarget: { checked } }) => onToggle(checked)}
          label={
            <>
              {scopeLabelForDevelopers(scope)}{' '}
              {scopeLabelForDevelopers(scope) !== scope && (
                <span className="soft" lang="ko" title={t.apiName}>
                  · {scope}{' '}
                </span>
              )}
              <ScopeRisk scope={scope} />
            </>
          }
        />
      </th>
      <td className={table.number} data-label={t.people}>
        {/* Users do not allow the scope of drops. */}
        {(scope === dropsScope ? undefined : (requested ?? removed))?.people.toLocaleString(language) ?? '–'}
      </td>
      <td className={table.number} data-label={t.calls}>
        {requested?.calls.toLocaleString(language) ?? '–'}
      </td>
      <td data-label={t.lastUsed}>
        {requested === undefined ? (
          (removed?.people ?? 0) > 0 ? (
            <Badge color="orange" size="sm">
              {t.removed}
            </Badge>
          ) : (
            '–'
          )
        ) : requested.calls === 0 && requested.failedCalls > 0 ? (
          <Badge color="orange" size="sm" title={t.onlyFailedHint(requested.failedCalls)}>
            {t.onlyFailed}
          </Badge>
        ) : hasUsage(app.scopes) && requested.calls === 0 ? (
          <span className="soft">{t.unused}</span>
        ) : (
          <RelativeTime at={requested.lastUsedDate} />
        )}
      </td>
      <td data-label={t.access}>{describeScope(scope).changes ? t.write : t.read}</td>
      <td className={table.wide}>
        <AnchorLink inherit to="/reference" search={{ q: scope }}>
          {t.operationCount(operationCount)}
        </AnchorLink>
      </td>
    </tr>
  )
}

function hasUsage(scopes: AppDetails['scopes']): boolean {
  return scopes.some(({ calls }) => calls > 0)
}

const operationCounts = countOperations()

/** How many operations of the API need each scope. */
function countOperations(): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const operations of Object.values(openApi))
    for (const { auth } of Object.values<Endpoint>(operations)) {
      const scope = 'scope' in auth ? auth.scope : null
      if (scope !== null) counts.set(scope, (counts.get(scope) ?? 0) + 1)
    }
  return counts
}
