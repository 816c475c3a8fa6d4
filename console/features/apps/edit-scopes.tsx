import { Alert, Stack } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { consoleApi } from '@onair/contract'
import { api } from '../../lib/api.ts'
import { appQuery, type AppDetails } from '../../lib/app-queries.ts'
import { useFormEdits } from '../../lib/use-form-edits.ts'
import { strings } from '../../locales/index.ts'
import { SaveBar } from '../../ui/save-bar.tsx'
import { ScopeSelect, type ScopeSelection } from './scope-select.tsx'

const { editScopes: t } = strings('apps')

/** Changes the requested scopes, and explains the effect on users who already consented. */
export function EditScopes({ app }: { app: AppDetails }) {
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
  const addedCount = selection.scopes.filter((scope) => !savedSelection.scopes.includes(scope)).length
  const removedCount = savedSelection.scopes.filter((scope) => !selection.scopes.includes(scope)).length
  const isDirty = addedCount + removedCount > 0 || selection.organizationId !== savedSelection.organizationId
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save.mutate(selection)
  }
  return (
    <form className="card" onSubmit={submit}>
      <Stack gap="md">
        <h2>{t.title}</h2>
        <ScopeSelect
          {...selection}
          hint={t.hint}
          isOrganizationRequired={savedSelection.organizationId !== null}
          onChange={(changed) => {
            save.reset()
            set(changed)
          }}
        />
        {addedCount + removedCount > 0 && (
          <Alert color="orange" title={t.changes(addedCount, removedCount)}>
            {t.meaning}
          </Alert>
        )}
        <SaveBar isDirty={isDirty} mutation={save} onDiscard={() => discard(changes)} />
      </Stack>
    </form>
  )
}
