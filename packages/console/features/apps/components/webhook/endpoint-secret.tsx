import { Alert, Button, Group, Select, Stack, Text } from '@mantine/core'
import { consoleApi, limits } from '@onair/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../../../lib/api.ts'
import { endpointsQuery, type EndpointKey } from '../../queries.ts'
import { strings } from '../../../../locales/index.ts'
import { ConfirmButton } from '../../../../ui/forms/confirm-button.tsx'
import { CopyableText } from '../../../../ui/copyable-text.tsx'
import { ErrorAlert } from '../../../../ui/error-alert.tsx'
import { RelativeTime } from '../../../../ui/relative-time.tsx'

const { endpoints: t, credentials } = strings('apps')

const overlapOptions = [0, 1, 6, limits.endpointSecretOverlapHoursMax]

/** The secret of an endpoint. A new one is shown once; until the overlap ends, the older one signs too. */
export function EndpointSecret({
  endpoint: pathParams,
  olderEndsDate,
}: {
  endpoint: EndpointKey
  olderEndsDate: string | null
}) {
  const [overlapHours, setOverlapHours] = useState<number>(limits.secretOverlapHours)
  const queries = useQueryClient()
  const onSuccess = () => queries.invalidateQueries(endpointsQuery(pathParams.clientId))
  const rotate = useMutation({
    mutationFn: () => api(consoleApi.webhooks.rotateEndpointSecret, { pathParams, body: { overlapHours } }),
    onSuccess,
  })
  const revoke = useMutation({
    mutationFn: () => api(consoleApi.webhooks.revokeOlderEndpointSecret, { pathParams }),
    onSuccess,
  })
  return (
    <section className="card" aria-labelledby="endpoint-secret">
      <Stack gap="sm">
        <div>
          <h2 id="endpoint-secret">{t.secret}</h2>
          <Text size="sm" c="dimmed" mt={4}>
            {olderEndsDate === null ? t.secretHint : <RelativeTime at={olderEndsDate} phrase={t.olderEnds} />}
          </Text>
        </div>
        {rotate.data && (
          <Alert color="orange" title={t.newSecret}>
            <CopyableText value={rotate.data.secret} />
          </Alert>
        )}
        {revoke.error && <ErrorAlert error={revoke.error} />}
        {olderEndsDate === null ? (
          <Group align="end" gap="sm">
            <Select
              size="xs"
              label={t.overlap}
              data={overlapOptions.map((hours) => ({ value: String(hours), label: credentials.hours(hours) }))}
              value={String(overlapHours)}
              onChange={(selected) => setOverlapHours(Number(selected))}
              allowDeselect={false}
              w={200}
            />
            <ConfirmButton
              label={t.rotate}
              title={t.rotateTitle}
              confirmLabel={t.rotate}
              onConfirm={() => rotate.mutateAsync()}
            >
              {overlapHours === 0 ? t.rotateAtOnce : t.rotateWithOverlap(credentials.hours(overlapHours))}
            </ConfirmButton>
          </Group>
        ) : (
          <Group>
            <Button size="xs" variant="default" loading={revoke.isPending} onClick={() => revoke.mutate()}>
              {t.revokeOlder}
            </Button>
          </Group>
        )}
      </Stack>
    </section>
  )
}
