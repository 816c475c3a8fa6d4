import { Alert, Button, Group } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { consoleApi } from '@onair/contract'
import { api } from '../../../lib/api.ts'
import { strings } from '../../../locales/index.ts'
import { ErrorAlert } from '../../../ui/error-alert.tsx'
import { appQuery, type AppDetails } from '../queries.ts'

const { wireProfile: t } = strings('apps')

type Props = { clientId: string; needed: NonNullable<AppDetails['neededProfile']> }

/** Says that the client of an application needs the other wire profile, and switches to it. */
export function NeededProfile({ clientId, needed: { wireProfile, sign } }: Props) {
  const queries = useQueryClient()
  const change = useMutation({
    mutationFn: () => api(consoleApi.apps.updateApp, { pathParams: { clientId }, body: { wireProfile } }),
    onSuccess: () => queries.invalidateQueries(appQuery(clientId)),
  })
  return (
    <Alert color="ink">
      <Group justify="space-between">
        <span>{sign === 'HEADERS' ? t.needed[wireProfile] : t.neededBySilence[wireProfile]}</span>
        <Button size="compact-sm" loading={change.isPending} onClick={() => change.mutate()}>
          {t.switchTo(wireProfile)}
        </Button>
      </Group>
      {change.error && <ErrorAlert error={change.error} />}
    </Alert>
  )
}
