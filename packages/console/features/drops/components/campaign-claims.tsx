import { Badge, Button, Checkbox, NativeSelect, Stack, Text } from '@mantine/core'
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { consoleApi, sortOrders, limits, notificationFilters, type ContentOf } from '@onair/contract'
import { api } from '../../../lib/api.ts'
import { claimsQuery, type ClaimFilters, type CampaignDetails } from '../queries.ts'
import { omitEmpty } from '../../../lib/search-params.ts'
import { strings } from '../../../locales/index.ts'
import { CopyableText } from '../../../ui/copyable-text.tsx'
import { ConfirmButton } from '../../../ui/forms/confirm-button.tsx'
import { RelativeTime } from '../../../ui/relative-time.tsx'
import { ButtonLink } from '../../../ui/links.tsx'
import { InfiniteTable } from '../../../ui/list.tsx'
import { isSandbox } from '../../../lib/page-settings.ts'
import { DeliveryStateBadge } from '../../apps/components/webhook/delivery-state-badge.tsx'
import { FilterInput } from '../../../ui/forms/filter-input.tsx'
import { ExportClaims, FulfillAllClaims, OpenClaimAges } from './claim-tools.tsx'
import layout from '../../../ui/layout.module.css'
import table from '../../../ui/table.module.css'

const { claims: t } = strings('drops')
const { deliveryStates } = strings('common')

/** The lists of claims that are one click away. */
const views: readonly (Pick<ClaimFilters, 'state' | 'notification'> & { label: string })[] = [
  { label: t.all },
  { label: t.states.CLAIMED, state: 'CLAIMED' },
  { label: t.reconcile, state: 'CLAIMED', notification: 'DELIVERED' },
  { label: t.states.FULFILLED, state: 'FULFILLED' },
]

type Claim = ContentOf<typeof consoleApi.campaigns.listClaims>['data'][number]

/** The claims of a campaign, and a button that marks selected claims as fulfilled. */
export function CampaignClaims({ clientId, campaign }: { clientId: string; campaign: CampaignDetails }) {
  const search = useSearch({ from: '/console/drops/$clientId/$campaignId' })
  const { sort: _, ...filters } = search
  const navigate = useNavigate({ from: '/console/drops/$clientId/$campaignId' })
  const query = useInfiniteQuery(claimsQuery(clientId, campaign.campaignId, search))
  const selection = useSelection(clientId, query)
  const filter = (changes: ClaimFilters) => {
    selection.select([])
    void navigate({ search: (before) => omitEmpty({ ...before, ...changes }), replace: true })
  }
  const rewardNames = new Map(campaign.rewards.map(({ rewardId, name }) => [rewardId, name]))
  const isFiltered = Object.values(filters).some((value) => value !== undefined)
  // Their results are of these filters.
  const toolsKey = JSON.stringify(filters)
  return (
    <section aria-labelledby="claims">
      <Stack gap="sm">
        <h2 id="claims">{t.title}</h2>
        <ClaimViews filters={search} onChange={() => selection.select([])} />
        <ClaimFilterFields campaign={campaign} search={search} onFilter={filter} />
        {filters.state === 'CLAIMED' && <OpenClaimAges clientId={clientId} campaign={campaign} filters={filters} />}
        <div className={layout.rowActions} style={{ minHeight: 30 }}>
          <SelectionTools {...selection} />
          {query.data?.pages.some(({ data }) => data.length > 0) && !query.isPlaceholderData && (
            <>
              <FulfillAllClaims key={`all ${toolsKey}`} clientId={clientId} campaign={campaign} filters={filters} />
              <ExportClaims key={`csv ${toolsKey}`} clientId={clientId} campaign={campaign} filters={filters} />
            </>
          )}
        </div>
        <InfiniteTable
          idField="claimId"
          query={query}
          label={t.title}
          columns={[t.select, t.user, t.reward, t.state, t.claimed, t.notification, t.claimId]}
          hasCards
          empty={
            <NoClaims
              campaign={campaign}
              isIncomplete={query.hasNextPage}
              onClear={isFiltered ? () => void navigate({ search: {}, replace: true }) : undefined}
            />
          }
        >
          {(claim) => (
            <ClaimRow
              clientId={clientId}
              claim={claim}
              reward={rewardNames.get(claim.rewardId) ?? claim.rewardId}
              isSelected={selection.isSelected(claim.claimId)}
              isSelectable={!query.isPlaceholderData}
              onSelect={(isSelected) => selection.toggle(claim.claimId, isSelected)}
            />
          )}
        </InfiniteTable>
      </Stack>
    </section>
  )
}

/** Links to the claims by what is left to do. Other filters stay. */
function ClaimViews({ filters, onChange }: { filters: ClaimFilters; onChange: () => void }) {
  const ofState = views.filter(({ state }) => state === filters.state)
  const current = ofState.find(({ notification }) => notification === filters.notification) ?? ofState[0]
  return (
    <nav className="chips" aria-label={t.state}>
      {views.map((view) => (
        <Link
          key={view.label}
          to="."
          search={omitEmpty({ ...filters, state: view.state, notification: view.notification })}
          activeOptions={{ exact: true }}
          aria-current={view === current || undefined}
          replace
          onClick={onChange}
        >
          {view.label}
        </Link>
      ))}
    </nav>
  )
}

type ClaimsQuery = { data: { pages: readonly { data: readonly Claim[] }[] } | undefined; isPlaceholderData: boolean }

/** The selected claims. Only claims on the page can be marked as fulfilled, and none while other claims are loading. */
function useSelection(clientId: string, query: ClaimsQuery) {
  const [stored, select] = useState<readonly string[]>([])
  const queries = useQueryClient()
  const selectable = (query.isPlaceholderData ? [] : (query.data?.pages ?? []))
    .flatMap((page) => page.data)
    .filter(({ fulfillmentState }) => fulfillmentState === 'CLAIMED')
    .map(({ claimId }) => claimId)
  const selectableIds = new Set(selectable)
  const selected = stored.filter((claimId) => selectableIds.has(claimId))
  const selectedIds = new Set(selected)
  const fulfill = useMutation({
    mutationFn: async () => {
      const claimIds = selected.slice(0, limits.claimIdsPerRequest)
      await api(consoleApi.campaigns.fulfillClaims, {
        pathParams: { clientId },
        body: { claimIds, fulfillmentState: 'FULFILLED' },
      })
      return claimIds.length
    },
    onSuccess: async () => {
      select(selected.slice(limits.claimIdsPerRequest))
      await queries.invalidateQueries({ queryKey: ['apps', clientId, 'claims'] })
      await queries.invalidateQueries({ queryKey: ['campaigns'] })
    },
  })
  const toggle = (claimId: string, isAdded: boolean) =>
    select(isAdded ? [...selected, claimId] : selected.filter((one) => one !== claimId))
  const isSelected = (claimId: string) => selectedIds.has(claimId)
  return { selectable, selected, isSelected, select, toggle, fulfill }
}

/** Buttons that select all claims and mark the selected ones as fulfilled, and how many were marked. */
function SelectionTools({ selectable, selected, select, fulfill }: ReturnType<typeof useSelection>) {
  const isAll = selected.length === selectable.length
  const count = Math.min(selected.length, limits.claimIdsPerRequest)
  return (
    <>
      {selectable.length > 0 && (
        <Button size="xs" variant="default" onClick={() => select(isAll ? [] : selectable)}>
          {isAll ? t.selectNone : t.selectAll(selectable.length)}
        </Button>
      )}
      {selected.length > 0 && (
        <ConfirmButton
          label={t.fulfill(count)}
          title={t.fulfillAllTitle(count)}
          confirmLabel={t.fulfill(count)}
          onConfirm={() => fulfill.mutateAsync()}
          button={{ size: 'xs' }}
        >
          {t.notUndone}
        </ConfirmButton>
      )}
      <Text span size="sm" c="dimmed" role="status">
        {fulfill.isSuccess && selected.length === 0 && t.fulfilledAll(fulfill.data)}
      </Text>
    </>
  )
}

type FilterProps = { campaign: CampaignDetails; search: ClaimFilters; onFilter: (changes: ClaimFilters) => void }

function ClaimFilterFields({ campaign, search: { sort, ...filters }, onFilter }: FilterProps) {
  return (
    <div className={layout.filters}>
      <NativeSelect
        label={t.notification}
        value={filters.notification ?? ''}
        data={[
          { value: '', label: t.all },
          ...notificationFilters.map((one) => ({ value: one, label: t.notifications[one] })),
        ]}
        onChange={({ currentTarget: { value } }) =>
          onFilter({ notification: notificationFilters.find((one) => one === value) })
        }
      />
      {campaign.rewards.length > 1 && (
        <NativeSelect
          label={t.reward}
          value={filters.reward ?? ''}
          data={[
            { value: '', label: t.all },
            ...campaign.rewards.map(({ rewardId, name }) => ({ value: rewardId, label: name })),
          ]}
          onChange={({ currentTarget: { value } }) => onFilter({ reward: value })}
        />
      )}
      <NativeSelect
        label={t.sort}
        value={sort ?? 'oldest'}
        data={sortOrders.toReversed().map((one) => ({ value: one, label: t.sorts[one] }))}
        onChange={({ currentTarget: { value } }) => onFilter({ sort: value === 'newest' ? value : undefined })}
      />
      <FilterInput
        label={t.claimedBy}
        placeholder={t.claimedByHint}
        value={filters.search ?? ''}
        onChange={(search) => onFilter({ search })}
      />
    </div>
  )
}

type NoClaimsProps = { campaign: CampaignDetails; isIncomplete: boolean; onClear: (() => void) | undefined }

/** The text in place of claims. `onClear` clears the filters, if there are any. */
function NoClaims({ campaign, isIncomplete, onClear }: NoClaimsProps) {
  const [reward] = campaign.rewards
  return (
    <div className={layout.emptyState}>
      <Text c="dimmed">{isIncomplete ? t.noneScanned(limits.claimsPerScan) : onClear ? t.noMatch : t.none}</Text>
      {onClear ? (
        <Button size="xs" variant="default" onClick={onClear}>
          {t.clearFilters}
        </Button>
      ) : (
        isSandbox && (
          <ButtonLink
            size="xs"
            variant="default"
            to="/console/trigger"
            search={{ action: 'claim', ...(reward && { reward: reward.rewardId }) }}
          >
            {t.simulate}
          </ButtonLink>
        )
      )}
    </div>
  )
}

type ClaimRowProps = {
  clientId: string
  claim: Claim
  reward: string
  isSelected: boolean
  isSelectable: boolean
  onSelect: (isSelected: boolean) => void
}

function ClaimRow({ clientId, claim, reward, isSelected, isSelectable, onSelect }: ClaimRowProps) {
  const { claimId, channelId, channelName, fulfillmentState, claimedDate, updatedDate, notification } = claim
  const isGranted = fulfillmentState === 'FULFILLED'
  return (
    <>
      <td className={table.choice}>
        <Checkbox
          checked={isSelected}
          disabled={isGranted || !isSelectable}
          onChange={({ currentTarget: { checked } }) => onSelect(checked)}
          aria-label={`${t.select}: ${reward}, ${channelName}`}
        />
      </td>
      <th scope="row">
        <Link to="/watch/$channelId" params={{ channelId }} className={layout.rowTitle} dir="auto">
          {channelName}
        </Link>
      </th>
      <td className={table.wrapped} data-label={t.reward}>
        <bdi>{reward}</bdi>
      </td>
      <td className={table.wrapped} data-label={t.state}>
        <Badge size="sm" color={isGranted ? 'teal' : 'orange'}>
          {t.states[fulfillmentState]}
        </Badge>{' '}
        {isGranted && (
          <Text span inherit c="dimmed">
            <RelativeTime at={updatedDate} />
          </Text>
        )}
      </td>
      <td data-label={t.claimed}>
        <RelativeTime at={claimedDate} />
      </td>
      <td data-label={t.notification}>
        {notification === null ? (
          <Text span inherit c="dimmed">
            {t.notNotified}
          </Text>
        ) : (
          <Link
            to="/console/apps/$clientId/deliveries/$deliveryId"
            params={{ clientId, deliveryId: notification.deliveryId }}
            aria-label={`${t.notification}: ${deliveryStates[notification.state]}, ${channelName}`}
          >
            <DeliveryStateBadge size="sm" state={notification.state} />
          </Link>
        )}
      </td>
      <td data-label={t.claimId}>
        <CopyableText value={claimId} display={`${claimId.slice(0, 8)}…`} label={t.claimIdOf(reward, channelName)} />
      </td>
    </>
  )
}
