import { Button, Fieldset, Group, PasswordInput, Select, SimpleGrid, Stack, Text, TextInput } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { sandboxApi, type Auth } from '@onair/contract'
import { api } from '../../../lib/api.ts'
import { strings } from '../../../locales/index.ts'
import { isSandbox, separateApiUrl } from '../../../lib/page-settings.ts'
import { ErrorAlert } from '../../../ui/error-alert.tsx'
import { overviewQuery } from '../../../lib/demo-person.ts'
import { useCredentials } from '../credentials.ts'
import classes from '../reference.module.css'
import layout from '../../../ui/layout.module.css'

const { credentials: t } = strings('reference')

/** Inputs for credentials. In a sandbox, a button fills in those of the demo application. */
export function CredentialsCard({ kind }: { kind: Auth['kind'] }) {
  const { values, update } = useCredentials()
  const needsToken = kind === 'token'
  return (
    <Fieldset variant="unstyled" pb="md" className={classes.credentials}>
      <legend className={layout.label}>{t.title}</legend>
      <Stack gap="sm">
        {isSandbox && separateApiUrl === null && <DemoCredentials />}
        {needsToken ? (
          <PasswordInput
            label={t.token}
            value={values.accessToken}
            onChange={(event) => update({ accessToken: event.currentTarget.value.trim() })}
            autoComplete="off"
          />
        ) : (
          <SimpleGrid minColWidth="min(100%, 14rem)" autoFlow="auto-fit" className={layout.alignStart}>
            <TextInput
              label="Client ID"
              value={values.clientId}
              onChange={(event) => update({ clientId: event.currentTarget.value.trim() })}
              autoComplete="off"
              spellCheck={false}
            />
            <PasswordInput
              label="Client Secret"
              value={values.clientSecret}
              onChange={(event) => update({ clientSecret: event.currentTarget.value.trim() })}
              autoComplete="off"
            />
          </SimpleGrid>
        )}
        <Text size="sm" c="dimmed">
          {t.notStored}
        </Text>
      </Stack>
    </Fieldset>
  )
}

function DemoCredentials() {
  const { update } = useCredentials()
  const { data } = useQuery(overviewQuery)
  const [selected, setSelected] = useState<string | null>(null)
  const channelId = selected ?? data?.demo.people[0]?.channelId ?? null
  const fillFromDemo = useMutation({
    mutationFn: async () => {
      if (!data || channelId === null) return
      const { clientId, clientSecret } = data.demo
      const { accessToken } = await api(sandboxApi.grants.createGrant, { body: { clientId, channelId } })
      update({ clientId, clientSecret, accessToken })
    },
  })
  return (
    <>
      <Group align="end" gap="sm">
        <Select
          label={t.user}
          data={(data?.demo.people ?? []).map(({ channelId, channelName, is }) => ({
            value: channelId,
            label: `${channelName} (${t.roles[is]})`,
          }))}
          value={channelId}
          onChange={setSelected}
          allowDeselect={false}
          w={220}
        />
        <Button
          variant="default"
          loading={fillFromDemo.isPending}
          disabled={channelId === null}
          onClick={() => fillFromDemo.mutate()}
        >
          {t.fillDemo}
        </Button>
        <Text lh="var(--row)" span size="sm" c="dimmed" role="status">
          {fillFromDemo.isSuccess && t.filled}
        </Text>
      </Group>
      {fillFromDemo.error && <ErrorAlert error={fillFromDemo.error} retry={() => fillFromDemo.mutate()} />}
    </>
  )
}
