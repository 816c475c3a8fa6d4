import { Badge, Button, Group, NativeSelect, Stack, Text } from '@mantine/core'
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { consoleApi, deliverySorts, deliveryStates, limits, type ContentOf } from '@onair/contract'
import { api } from '../../lib/api.ts'
import { deliveriesQuery, type DeliveryFilters, type EndpointKey } from '../../lib/app-queries.ts'
import { failureMessage } from '../../lib/failure-messages.ts'
import { omitEmpty } from '../../lib/search-params.ts'
import { strings } from '../../locales/index.ts'
import { CopyableText } from '../../ui/copyable-text.tsx'
import { DeliveryStateBadge } from '../../ui/delivery-state-badge.tsx'
import { ErrorAlert } from '../../ui/error-alert.tsx'
import { FilterInput } from '../../ui/filter-input.tsx'
import { AnchorLink } from '../../ui/links.tsx'
import { InfiniteList } from '../../ui/list.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import layout from '../../ui/layout.module.css'

const { deliveries: t } = strings('apps')
const { deliveryStates: deliveryStateLabels } = strings('common')

type Delivery = ContentOf<typeof consoleApi.webhooks.listDeliveries>['data'][number]

/** The notifications to an endpoint. The server searches and sorts. A notification that is no longer pending can be resent. */
export function AppDeliveries({ endpoint }: { endpoint: EndpointKey }) {
  const { clientId } = endpoint
  const { state, search, sort } = useSearch({ from: '/console/apps/$clientId' })
  const navigate = useNavigate({ from: '/console/apps/$clientId' })
  const query = useInfiniteQuery(deliveriesQuery(endpoint, omitEmpty({ state, search, sort })))
  const filter = (changes: { [Name in keyof DeliveryFilters]: DeliveryFilters[Name] | undefined }) =>
    void navigate({ search: (before) => omitEmpty({ ...before, ...changes }), replace: true })
  const isFiltered = state !== undefined || search !== undefined
  return (
    <section aria-labelledby="deliveries">
      <Stack gap="sm">
        <Group justify="space-between">
          <h2 id="deliveries">{t.title}</h2>
          <AnchorLink size="sm" to="/console/inspector" search={{ app: clientId, kind: 'delivery' }}>
            {t.inspector}
          </AnchorLink>
        </Group>
        <div className={layout.filters}>
          <NativeSelect
            label={t.state}
            value={state ?? ''}
            data={[
              { value: '', label: t.all },
              ...deliveryStates.map((one) => ({ value: one, label: deliveryStateLabels[one] })),
            ]}
            onChange={({ currentTarget: { value } }) => filter({ state: deliveryStates.find((one) => one === value) })}
          />
          <NativeSelect
            label={t.sort}
            value={sort ?? 'newest'}
            data={deliverySorts.map((one) => ({ value: one, label: t.sorts[one] }))}
            onChange={({ currentTarget: { value } }) =>
              filter({ sort: value === 'newest' ? undefined : deliverySorts.find((one) => one === value) })
            }
          />
          <FilterInput
            label={t.search}
            placeholder={t.searchHint}
            value={search ?? ''}
            onChange={(text) => filter({ search: text })}
          />
        </div>
        <InfiniteList
          query={query}
          label={t.title}
          idField="deliveryId"
          empty={
            isFiltered ? (
              <div className={layout.emptyState}>
                <Text c="dimmed">{query.hasNextPage ? t.noneScanned(limits.deliveriesPerScan) : t.noMatch}</Text>
                <Button size="xs" variant="default" onClick={() => filter({ state: undefined, search: undefined })}>
                  {t.clearFilters}
                </Button>
              </div>
            ) : (
              t.none
            )
          }
        >
          {(delivery) => <DeliveryRow clientId={clientId} delivery={delivery} />}
        </InfiniteList>
      </Stack>
    </section>
  )
}

function DeliveryRow({ clientId, delivery }: { clientId: string; delivery: Delivery }) {
  const { deliveryId, eventType, state, attempts, createdDate, last, isTest } = delivery
  const queries = useQueryClient()
  const sendLabel = state === 'WAITING' ? t.sendNow : t.resend
  const send = useMutation({
    mutationFn: async () => {
      if (state === 'WAITING') await api(consoleApi.webhooks.sendDeliveryNow, { pathParams: { clientId, deliveryId } })
      else
        await api(consoleApi.webhooks.resendDeliveries, {
          pathParams: { clientId },
          body: { deliveryIds: [deliveryId] },
        })
    },
    onSettled: () => queries.invalidateQueries({ queryKey: ['apps', clientId, 'deliveries'] }),
  })
  return (
    <>
      <div>
        <DeliveryStateBadge size="sm" state={state} />{' '}
        <Text component="b" size="sm">
          {eventType}
        </Text>{' '}
        {isTest && (
          <Badge size="sm" color="gray">
            {t.test}
          </Badge>
        )}{' '}
        <Text span size="sm" c="dimmed">
          <RelativeTime at={createdDate} /> · {t.attempts(attempts)}
          {last?.failure && ` · ${failureMessage(last.failure)}`}
        </Text>
        <Text component="div" size="sm" c="dimmed">
          <AnchorLink inherit to="/console/apps/$clientId/deliveries/$deliveryId" params={{ clientId, deliveryId }}>
            {t.details}
          </AnchorLink>{' '}
          <CopyableText value={deliveryId} />
        </Text>
      </div>
      <Button
        size="xs"
        variant="default"
        loading={send.isPending}
        onClick={() => send.mutate()}
        aria-label={`${sendLabel}: ${deliveryId}`}
      >
        {sendLabel}
      </Button>
      {send.error && <ErrorAlert error={send.error} retry={() => send.mutate()} />}
    </>
  )
}
