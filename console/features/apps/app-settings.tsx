import { Alert, Button, Group, Stack, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { consoleApi } from '@onair/contract'
import { api } from '../../lib/api.ts'
import { appsQuery } from '../../lib/app-queries.ts'
import { strings } from '../../locales/index.ts'
import { useNameError } from './name-validation.ts'
import { WireProfileSelect } from './wire-profile-select.tsx'
import { ErrorText } from '../../ui/error-text.tsx'
import { useRedirectUrlError } from './redirect-url-validation.ts'
import type { AppDetails } from '../../lib/app-queries.ts'
import { DeleteApp } from './delete-app.tsx'

const { settings: t } = strings('apps')
const { form } = strings('common')

/** The settings that the owner can change. Sends only changed fields. */
export function AppSettings({ app }: { app: AppDetails }) {
  const savedValues = {
    name: app.name,
    redirectUri: app.redirectUri,
    wireProfile: app.wireProfile ?? app.defaultWireProfile,
  }
  const [values, setValues] = useState(savedValues)
  const queries = useQueryClient()
  const changes = {
    ...(values.name !== savedValues.name && { name: values.name }),
    ...(values.redirectUri !== savedValues.redirectUri && { redirectUri: values.redirectUri }),
    ...(values.wireProfile !== savedValues.wireProfile && { wireProfile: values.wireProfile }),
  }
  const save = useMutation({
    mutationFn: () => api(consoleApi.apps.updateApp, { pathParams: { clientId: app.clientId }, body: changes }),
    onSuccess: () => queries.invalidateQueries(appsQuery),
  })
  const nameError = useNameError(values.name)
  const redirectUriError = useRedirectUrlError(values.redirectUri)
  const isDirty = Object.keys(changes).length > 0
  const set = (change: Partial<typeof savedValues>) => {
    save.reset()
    setValues({ ...values, ...change })
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save.mutate()
  }
  return (
    <Stack gap="xl" mt="lg" maw={680}>
      <form onSubmit={submit}>
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
            description={t.redirectUrlHint}
            value={values.redirectUri}
            onChange={(event) => set({ redirectUri: event.currentTarget.value })}
            error={redirectUriError}
            inputMode="url"
            maxLength={2000}
            required
          />
          <WireProfileSelect value={values.wireProfile} onChange={(wireProfile) => set({ wireProfile })} />
          {save.error && (
            <Alert color="red" role="alert" title={form.saveFailed}>
              <ErrorText error={save.error} />
            </Alert>
          )}
          <Group>
            <Button
              type="submit"
              loading={save.isPending}
              disabled={!isDirty || nameError !== null || redirectUriError !== null}
            >
              {form.save}
            </Button>
            <span role="status" className="small soft">
              {save.isSuccess && !isDirty && form.saved}
            </span>
          </Group>
        </Stack>
      </form>
      <DeleteApp app={app} />
    </Stack>
  )
}
