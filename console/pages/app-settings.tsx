import { Alert, Button, Group, Stack, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { consoleApps } from '@onair/contract'
import { api } from '../api.ts'
import { appsQuery } from '../app-queries.ts'
import { inLanguage } from '../language.ts'
import { useNameFault } from '../name-faults.ts'
import { ProfileChoice } from '../parts/profile-choice.tsx'
import { Reason } from '../parts/reason.tsx'
import { useRedirectFault } from '../redirect-faults.ts'
import type { ShownApp } from '../app-queries.ts'
import { DeleteApp } from './delete-app.tsx'

/** What the owner may change; only what differs is sent. */
export function AppSettings({ app }: { app: ShownApp }) {
  const before = {
    name: app.name,
    redirectUri: app.redirectUri,
    wireProfile: app.wireProfile ?? app.defaultWireProfile,
  }
  const [wanted, setWanted] = useState(before)
  const queries = useQueryClient()
  const changes = {
    ...(wanted.name !== before.name && { name: wanted.name }),
    ...(wanted.redirectUri !== before.redirectUri && { redirectUri: wanted.redirectUri }),
    ...(wanted.wireProfile !== before.wireProfile && { wireProfile: wanted.wireProfile }),
  }
  const save = useMutation({
    mutationFn: () => api(consoleApps.changeApp, { inPath: { clientId: app.clientId }, body: changes }),
    onSuccess: () => queries.invalidateQueries(appsQuery),
  })
  const nameFault = useNameFault(wanted.name)
  const redirectFault = useRedirectFault(wanted.redirectUri)
  const hasChanged = Object.keys(changes).length > 0
  const set = (change: Partial<typeof before>) => {
    save.reset()
    setWanted({ ...wanted, ...change })
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
            label={said.name}
            value={wanted.name}
            onChange={(event) => set({ name: event.currentTarget.value })}
            error={nameFault}
            maxLength={100}
            required
          />
          <TextInput
            label={said.redirect}
            description={said.redirectHint}
            value={wanted.redirectUri}
            onChange={(event) => set({ redirectUri: event.currentTarget.value })}
            error={redirectFault}
            inputMode="url"
            maxLength={2000}
            required
          />
          <ProfileChoice value={wanted.wireProfile} onChange={(wireProfile) => set({ wireProfile })} />
          {save.error && (
            <Alert color="red" role="alert" title={said.refused}>
              <Reason error={save.error} />
            </Alert>
          )}
          <Group>
            <Button
              type="submit"
              loading={save.isPending}
              disabled={!hasChanged || nameFault !== null || redirectFault !== null}
            >
              {said.save}
            </Button>
            <span role="status" className="small soft">
              {save.isSuccess && !hasChanged && said.saved}
            </span>
          </Group>
        </Stack>
      </form>
      <DeleteApp app={app} />
    </Stack>
  )
}

const said = inLanguage({
  ko: {
    name: '이름',
    redirect: '리디렉션 URL',
    redirectHint: '다음 동의부터 이 주소와 정확히 일치해야 합니다.',
    refused: '저장하지 못했습니다',
    save: '저장',
    saved: '저장했습니다.',
  },
  en: {
    name: 'Name',
    redirect: 'Redirect URL',
    redirectHint: 'From the next consent on it must match exactly.',
    refused: 'It was not saved',
    save: 'Save',
    saved: 'Saved.',
  },
})
