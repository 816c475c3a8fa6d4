import { Alert, Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { consoleApi } from '@onair/contract'
import { api } from '../../../lib/api.ts'
import { appListsKey, type AppDetails } from '../queries.ts'
import { strings } from '../../../locales/index.ts'
import { ErrorText } from '../../../ui/forms/error-text.tsx'
import layout from '../../../ui/layout.module.css'

const { delete: t } = strings('apps')

/** Deletes the application after the user types its name. */
export function DeleteApp({ app: { clientId, name } }: { app: AppDetails }) {
  const [typed, setTyped] = useState('')
  const queries = useQueryClient()
  const navigate = useNavigate()
  const deleteApp = useMutation({
    mutationFn: () => api(consoleApi.apps.deleteApp, { pathParams: { clientId } }),
    onSuccess: async () => {
      await navigate({ to: '/console/apps', state: { deletedApp: name } })
      // This page may still be there for a moment, and would read an application that is gone.
      queries.removeQueries({ queryKey: ['apps', clientId], type: 'inactive' })
      await queries.invalidateQueries({ queryKey: appListsKey })
    },
  })
  return (
    <section className={layout.danger} aria-labelledby="delete">
      <Stack gap="md">
        <h2 id="delete">{t.title}</h2>
        <Text size="sm" c="dimmed">
          {t.about}
        </Text>
        <TextInput
          label={t.typeName(name)}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          autoComplete="off"
          spellCheck={false}
        />
        {deleteApp.error && (
          <Alert color="red" role="alert" title={t.failed}>
            <ErrorText error={deleteApp.error} />
          </Alert>
        )}
        <Group>
          <Button
            color="red"
            loading={deleteApp.isPending}
            disabled={typed.normalize('NFC').trim() !== name}
            onClick={() => deleteApp.mutate()}
          >
            {t.delete}
          </Button>
        </Group>
      </Stack>
    </section>
  )
}
