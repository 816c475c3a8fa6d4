import { Badge, Button, Group, NativeSelect, Stack, Text, VisuallyHidden } from '@mantine/core'
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { consoleApi, sortOrders, deliveryStates, limits, type ContentOf } from '@onair/contract'
import type { ReactNode } from 'react'
import { api } from '../../../../lib/api.ts'
import { deliveriesQuery, endpointsQuery, type DeliveryFilters, type EndpointKey } from '../../queries.ts'
import { failureMessage, systemErrorOf } from '../../failure-messages.ts'
import { omitEmpty } from '../../../../lib/search-params.ts'
import { daySecondFormat } from '../../../../lib/time-format.ts'
import { strings } from '../../../../locales/index.ts'
import { CopyableText } from '../../../../ui/copyable-text.tsx'
import { DeliveryStateBadge } from './delivery-state-badge.tsx'
import { ErrorAlert } from '../../../../ui/error-alert.tsx'
import { FilterInput } from '../../../../ui/forms/filter-input.tsx'
import { AnchorLink } from '../../../../ui/links.tsx'
import { InfiniteTable } from '../../../../ui/list.tsx'
import { formatMs } from '../../traffic-format.ts'
import layout from '../../../../ui/layout.module.css'
import classes from './webhook.module.css'

const { deliveries: t } = strings('apps')
const { deliveryStates: deliveryStateLabels, webhooks } = strings('common')

type Delivery = ContentOf<typeof consoleApi.webhooks.listDeliveries>['data'][number]

/** The value in the address of the page instead of the id of an endpoint. */
const allEndpoints = 'all'

/**
 * The notifications to the endpoint of the page, or to the one that is selected here, or to all. The server searches and
 * sorts. A notification that is no longer pending can be resent.
 */
export function AppDeliveries({ endpoint: { clientId, endpointId } }: { endpoint: EndpointKey }) {
  const { state, search, sort, to } = useSearch({ from: '/console/apps/$clientId' })
  const { data: further, isPending } = useQuery(endpointsQuery(clientId))
  const names = new Map([
    [clientId, webhooks.registered],
    ...(further?.data ?? []).map((one) => [one.endpointId, one.name] as const),
  ])
  // The only endpoint needs no filter, and notifications to deleted endpoints are listed too.
  const preset = names.size > 1 || endpointId !== clientId ? endpointId : allEndpoints
  const selected = to ?? preset
  const isOfAll = selected === allEndpoints
  const navigate = useNavigate({ from: '/console/apps/$clientId' })
  const query = useInfiniteQuery({
    ...deliveriesQuery(clientId, omitEmpty({ state, search, sort, to: isOfAll ? undefined : selected })),
    enabled: !isPending,
  })
  const filter = (changes: FilterChanges) =>
    void navigate({ search: (before) => omitEmpty({ ...before, ...changes }), replace: true })
  const isFiltered = state !== undefined || search !== undefined || (to !== undefined && !isOfAll)
  return (
    <section aria-labelledby="deliveries">
      <Stack gap="sm" className={classes.deliveries}>
        <Group justify="space-between">
          <h2 id="deliveries">{t.title}</h2>
          <AnchorLink size="sm" to="/console/inspector" search={{ app: clientId, kind: 'delivery' }}>
            {t.inspector}
          </AnchorLink>
        </Group>
        <div className={layout.filters}>
          {(preset !== allEndpoints || to !== undefined) && (
            <NativeSelect
              className={layout.twoColumns}
              label={t.endpoint}
              value={selected}
              data={[
                { value: allEndpoints, label: t.allEndpoints },
                ...[...names].map(([value, label]) => ({ value, label })),
                ...[...new Set([endpointId, selected])]
                  .filter((id) => id !== allEndpoints && !names.has(id))
                  .map((value) => ({ value, label: webhooks.deletedEndpoint })),
              ]}
              onChange={({ currentTarget: { value } }) => filter({ to: value === preset ? undefined : value })}
            />
          )}
          <StateFilters filters={{ state, search, sort }} onFilter={filter} />
        </div>
        <InfiniteTable
          query={query}
          label={t.title}
          idField="deliveryId"
          columns={[
            t.viewer,
            t.reward,
            ...(isOfAll ? [t.endpoint] : []),
            t.state,
            t.response,
            t.attemptCount,
            t.created,
            t.id,
            t.action,
          ]}
          empty={
            isFiltered ? (
              <div className={layout.emptyState}>
                <Text c="dimmed">{query.hasNextPage ? t.noneScanned(limits.deliveriesPerScan) : t.noMatch}</Text>
                <Button
                  size="xs"
                  variant="default"
                  onClick={() => filter({ state: undefined, search: undefined, to: undefined })}
                >
                  {t.clearFilters}
                </Button>
              </div>
            ) : (
              t.none
            )
          }
        >
          {(delivery) => (
            <DeliveryCells
              clientId={clientId}
              delivery={delivery}
              endpointName={
                isOfAll
                  ? (names.get(delivery.endpointId) ?? (further === undefined ? '' : webhooks.deletedEndpoint))
                  : null
              }
            />
          )}
        </InfiniteTable>
      </Stack>
    </section>
  )
}

type FilterChanges = { [Name in keyof DeliveryFilters]: DeliveryFilters[Name] | undefined }
type FilterProps = { filters: FilterChanges; onFilter: (changes: FilterChanges) => void }

function StateFilters({ filters: { state, search, sort }, onFilter }: FilterProps) {
  return (
    <>
      <NativeSelect
        label={t.state}
        value={state ?? ''}
        data={[
          { value: '', label: t.all },
          ...deliveryStates.map((one) => ({ value: one, label: deliveryStateLabels[one] })),
        ]}
        onChange={({ currentTarget: { value } }) => onFilter({ state: deliveryStates.find((one) => one === value) })}
      />
      <NativeSelect
        label={t.sort}
        value={sort ?? 'newest'}
        data={sortOrders.map((one) => ({ value: one, label: t.sorts[one] }))}
        onChange={({ currentTarget: { value } }) =>
          onFilter({ sort: value === 'newest' ? undefined : sortOrders.find((one) => one === value) })
        }
      />
      <FilterInput
        label={t.search}
        placeholder={t.searchHint}
        value={search ?? ''}
        onChange={(text) => onFilter({ search: text })}
      />
    </>
  )
}

/** `endpointName`: null in the list of one endpoint. */
function DeliveryCells({
  clientId,
  delivery,
  endpointName,
}: {
  clientId: string
  delivery: Delivery
  endpointName: string | null
}) {
  const { deliveryId, state, attempts, createdDate, last, claim, lastResend, resendOf } = delivery
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
      <th scope="row">
        <AnchorLink inherit to="/console/apps/$clientId/deliveries/$deliveryId" params={{ clientId, deliveryId }}>
          {claim === null ? t.testNotification : <bdi>{claim.channelName || claim.channelId}</bdi>}
          <VisuallyHidden>
            {' '}
            {t.details}: {deliveryId}
          </VisuallyHidden>
        </AnchorLink>
      </th>
      <td className={classes.reward}>
        {claim === null ? <Badge color="gray">{webhooks.test}</Badge> : <bdi>{claim.rewardName}</bdi>}
      </td>
      {endpointName !== null && (
        <td className={classes.endpoint}>
          <bdi>{endpointName}</bdi>
        </td>
      )}
      <td className={classes.state}>
        <DeliveryStateBadge size="sm" state={state} />
        {lastResend !== null && (
          <DeliveryLink clientId={clientId} deliveryId={lastResend.deliveryId}>
            {t.resent(deliveryStateLabels[lastResend.state])}
          </DeliveryLink>
        )}
        {resendOf !== null && (
          <DeliveryLink clientId={clientId} deliveryId={resendOf}>
            {t.resendOf(resendOf.slice(0, 8))}
          </DeliveryLink>
        )}
      </td>
      <td className={`${classes.response} ${last?.failure ? layout.error : ''}`}>
        <LastResult last={last} />
      </td>
      <td className={classes.more}>{attempts}</td>
      <td className={classes.time}>
        <time dateTime={createdDate}>{daySecondFormat.format(new Date(createdDate))}</time>
      </td>
      <td className={`soft ${classes.more}`}>
        <CopyableText value={deliveryId} display={`${deliveryId.slice(0, 8)}…`} />
      </td>
      <td className={classes.more}>
        <Button
          size="compact-xs"
          variant="default"
          loading={send.isPending}
          onClick={() => send.mutate()}
          aria-label={`${sendLabel}: ${deliveryId}`}
        >
          {sendLabel}
        </Button>
        {send.error && <ErrorAlert error={send.error} retry={() => send.mutate()} />}
      </td>
    </>
  )
}

function DeliveryLink({
  clientId,
  deliveryId,
  children,
}: {
  clientId: string
  deliveryId: string
  children: ReactNode
}) {
  return (
    <AnchorLink
      className={classes.related}
      size="xs"
      to="/console/apps/$clientId/deliveries/$deliveryId"
      params={{ clientId, deliveryId }}
    >
      {children}
    </AnchorLink>
  )
}

/** The status, or why there is none: a system error by its name. The page of the notification says more about it. */
function LastResult({ last }: Pick<Delivery, 'last'>) {
  if (last === null) return '–'
  const { failure, status, tookMs } = last
  const took = tookMs !== null && <span className="soft"> · {formatMs(tookMs)}</span>
  if (failure === null || failure.code === 'UNSUCCESSFUL_STATUS')
    return (
      <>
        {status ?? '–'}
        {took}
      </>
    )
  const systemError = systemErrorOf(failure)
  return (
    <>
      {systemError !== null && (
        <div>
          <code>{systemError}</code>
          {took}
        </div>
      )}
      <Text span size="xs" className={classes.failure}>
        {failureMessage(systemError === null ? failure : { ...failure, causes: [] })}
      </Text>
      {systemError === null && took}
    </>
  )
}
