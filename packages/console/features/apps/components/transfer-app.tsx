import { Button, Group, NativeSelect, Stack, Text } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { consoleApi } from '@onair/contract'
import { api } from '../../../lib/api.ts'
import { strings } from '../../../locales/index.ts'
import { ErrorAlert } from '../../../ui/error-alert.tsx'
import { teamsQuery } from '../../teams/queries.ts'
import { appListsKey, appQuery, type AppDetails } from '../queries.ts'

const { transfer: t } = strings('apps')

/** Transfers the application to a team of an owner, or back. Nothing for a person without a team. */
export function TransferApp({ app: { clientId, team } }: { app: AppDetails }) {
  const { data: teams } = useQuery(teamsQuery)
  const [chosen, setChosen] = useState('')
  const queries = useQueryClient()
  const transfer = useMutation({
    mutationFn: () =>
      api(consoleApi.apps.transferApp, {
        pathParams: { clientId },
        body: { teamId: chosen === 'ME' ? null : chosen },
      }),
    onSuccess: async () => {
      setChosen('')
      await Promise.all([
        queries.invalidateQueries({ queryKey: appListsKey }),
        queries.invalidateQueries(appQuery(clientId)),
        queries.invalidateQueries(teamsQuery),
      ])
    },
  })
  const targets = teams?.data.filter(({ teamId, role }) => role === 'OWNER' && teamId !== team?.teamId) ?? []
  if (team === null && targets.length === 0) return null
  return (
    <section className="card" aria-labelledby="transfer">
      <Stack gap="md">
        <div>
          <h2 id="transfer">{t.title}</h2>
          <Text size="sm" c="dimmed">
            {t.about}
          </Text>
        </div>
        <Group align="end" gap="sm">
          <NativeSelect
            label={t.to}
            value={chosen}
            onChange={({ currentTarget: { value } }) => setChosen(value)}
            data={[
              { value: '', label: '–' },
              ...(team === null ? [] : [{ value: 'ME', label: t.me }]),
              ...targets.map(({ teamId, name }) => ({ value: teamId, label: name })),
            ]}
          />
          <Button disabled={chosen === ''} loading={transfer.isPending} onClick={() => transfer.mutate()}>
            {t.transfer}
          </Button>
        </Group>
        {transfer.error !== null && <ErrorAlert error={transfer.error} />}
        <Text size="sm" role="status">
          {transfer.isSuccess && t.done}
        </Text>
      </Stack>
    </section>
  )
}
