import { Stack, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { consoleApi } from '@onair/contract'
import { api } from '../../../lib/api.ts'
import { appListsKey, appQuery, type AppDetails } from '../queries.ts'
import { useFormEdits } from '../../../lib/use-form-edits.ts'
import { isLockedSandbox, isSandbox } from '../../../lib/page-settings.ts'
import { strings } from '../../../locales/index.ts'
import { SaveBar } from '../../../ui/forms/save-bar.tsx'
import { DeleteApp } from '../components/delete-app.tsx'
import { TransferApp } from '../components/transfer-app.tsx'
import { useNameError } from '../name-validation.ts'
import { useRedirectUrlError } from '../redirect-url-validation.ts'
import { WireProfileSelect } from '../components/wire-profile-select.tsx'

const { settings: t } = strings('apps')

/** The settings that a developer can change. Sends only changed fields. */
export function AppSettings({ app }: { app: AppDetails }) {
  const savedValues = {
    name: app.name,
    redirectUri: app.redirectUri,
    wireProfile: app.wireProfile ?? app.defaultWireProfile,
  }
  const { values, changes, isDirty, set, discard } = useFormEdits('settings', savedValues)
  const queries = useQueryClient()
  const save = useMutation({
    mutationFn: (body: Partial<typeof savedValues>) =>
      api(consoleApi.apps.updateApp, { pathParams: { clientId: app.clientId }, body }),
    onSuccess: async (_, saved) => {
      await Promise.all([
        queries.invalidateQueries({ queryKey: appListsKey }),
        queries.invalidateQueries(appQuery(app.clientId)),
      ])
      discard(saved)
    },
  })
  const nameError = useNameError(values.name)
  const redirectUriError = useRedirectUrlError(values.redirectUri)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save.mutate(changes)
  }
  return (
    <Stack gap="xl" mt="lg" maw={680}>
      <form className="card" onSubmit={submit}>
        <Stack gap="lg">
          <TextInput
            label={t.name}
            value={values.name}
            onChange={(event) => set({ name: event.currentTarget.value })}
            error={nameError}
            maxLength={100}
            required
          />
          <TextInput
            label={t.redirectUrl}
            description={isSandbox || isLockedSandbox ? t.redirectUrlHintSandbox : t.redirectUrlHint}
            value={values.redirectUri}
            onChange={(event) => set({ redirectUri: event.currentTarget.value })}
            error={redirectUriError}
            inputMode="url"
            maxLength={2000}
            required
          />
          <WireProfileSelect value={values.wireProfile} onChange={(wireProfile) => set({ wireProfile })} />
          <SaveBar
            isDirty={isDirty}
            isInvalid={nameError !== null || redirectUriError !== null}
            mutation={save}
            onDiscard={() => discard(changes)}
          />
        </Stack>
      </form>
      {app.role === 'OWNER' && (
        <>
          <TransferApp app={app} />
          <DeleteApp app={app} />
        </>
      )}
    </Stack>
  )
}
