import { Badge, Box, Button, Group, Text } from '@mantine/core'
import { consoleApi } from '@onair/contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { api } from '../../../../lib/api.ts'
import { deliveryQuery, type EndpointKey } from '../../queries.ts'
import { failureMessage } from '../../failure-messages.ts'
import { strings } from '../../../../locales/index.ts'
import { ErrorAlert } from '../../../../ui/error-alert.tsx'
import { AnchorLink } from '../../../../ui/links.tsx'
import layout from '../../../../ui/layout.module.css'

const { webhookTest: t, delivery: detail } = strings('apps')

/** Sends a test notification and shows its attempt. */
export function WebhookTest({
  endpoint: { clientId, endpointId },
  isEnabled,
}: {
  endpoint: EndpointKey
  isEnabled: boolean
}) {
  const [deliveryId, setDeliveryId] = useState<string | null>(null)
  const queries = useQueryClient()
  const send = useMutation({
    mutationFn: () => api(consoleApi.webhooks.sendTestNotification, { pathParams: { clientId }, body: { endpointId } }),
    onMutate: () => setDeliveryId(null),
    onSuccess: (sent) => setDeliveryId(sent.deliveryId),
    onSettled: () => queries.invalidateQueries({ queryKey: ['apps', clientId, 'deliveries'] }),
  })
  return (
    <section aria-label={t.title}>
      <Box component="h2" mb="sm">
        {t.title}
      </Box>
      <Group gap="sm">
        <Button variant="default" disabled={!isEnabled} loading={send.isPending} onClick={() => send.mutate()}>
          {t.send}
        </Button>
        <div role="status">
          {isEnabled ? deliveryId !== null && <TestResult clientId={clientId} deliveryId={deliveryId} /> : t.disabled}
        </div>
      </Group>
      <Text size="xs" c="dimmed" mt="xs">
        {t.hint}
      </Text>
      {send.error && <ErrorAlert error={send.error} retry={() => send.mutate()} />}
    </section>
  )
}

function TestResult({ clientId, deliveryId }: { clientId: string; deliveryId: string }) {
  const { data, error } = useQuery({
    ...deliveryQuery(clientId, deliveryId),
    refetchInterval: ({ state }) => (state.data === undefined || state.data.endedDate === null ? 500 : false),
  })
  const queries = useQueryClient()
  const isEnded = typeof data?.endedDate === 'string'
  // The list of notifications shows the same result.
  useEffect(() => {
    if (isEnded)
      for (const lists of ['deliveries', 'delivery-stats'])
        void queries.invalidateQueries({ queryKey: ['apps', clientId, lists] })
  }, [queries, clientId, isEnded])
  if (error) return <ErrorAlert error={error} />
  const attempt = data?.attemptsMade.at(-1)
  if (!attempt?.outcome) return <Text size="sm">{t.sending}</Text>
  const { outcome, status, tookMs, failure } = attempt
  return (
    <Group gap="xs">
      <Badge color={outcome === 'DELIVERED' ? 'teal' : 'red'}>
        {detail.outcomes[outcome]}
        {status !== null && ` ${status}`}
      </Badge>
      <Text size="sm" className={failure === null ? undefined : layout.error}>
        {[tookMs === null ? null : `${tookMs} ms`, failure && failureMessage(failure)].filter(Boolean).join(' · ')}
      </Text>
      <AnchorLink size="sm" to="/console/apps/$clientId/deliveries/$deliveryId" params={{ clientId, deliveryId }}>
        {t.details}
      </AnchorLink>
    </Group>
  )
}
