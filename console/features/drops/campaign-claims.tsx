import { Badge, Button, Checkbox, Group, NativeSelect, Stack } from '@mantine/core'
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { consoleCampaigns, limits, type ContentOf, type FulfillmentState } from '@onair/contract'
import { api } from '../../lib/api.ts'
import { claimsQuery, type ClaimFilters, type CampaignDetails } from './drops-queries.ts'
import { omitEmpty } from '../../lib/omit-empty.ts'
import { localize } from '../../lib/language.ts'
import { CopyableText } from '../../ui/copyable-text.tsx'
import { ErrorAlert } from '../../ui/error-alert.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { ButtonLink } from '../../ui/links.tsx'
import { InfiniteList } from '../../ui/list.tsx'
import { isSandbox } from '../../lib/is-sandbox.ts'
import { deliveryStateColors, deliveryStateLabels } from '../../ui/delivery-state.ts'
import { FilterInput } from '../../ui/filter-input.tsx'
import { ChannelIdentity } from '../../ui/channel-identity.tsx'
import layout from '../../ui/layout.module.css'
import classes from './drops.module.css'

const fulfillmentStates = ['CLAIMED', 'FULFILLED'] as const satisfies readonly FulfillmentState[]
type Claim = ContentOf<typeof consoleCampaigns.listClaims>['data'][number]

/** Who claimed what in a campaign, whether they were told of it, and whether it was granted; what is chosen is said to be granted. */
export function CampaignClaims({ clientId, campaign }: { clientId: string; campaign: CampaignDetails }) {
  const filters = useSearch({ from: '/console/drops/$clientId/$campaignId' })
  const navigate = useNavigate({ from: '/console/drops/$clientId/$campaignId' })
  const [storedSelection, setSelection] = useState<readonly string[]>([])
  const queries = useQueryClient()
  const query = useInfiniteQuery(claimsQuery(clientId, campaign.campaignId, filters))
  const filter = (changes: ClaimFilters) => {
    setSelection([])
    void navigate({ search: (before) => omitEmpty({ ...before, ...changes }), replace: true })
  }
  const openClaimIds = (query.data?.pages ?? [])
    .flatMap((page) => page.data)
    .filter(({ fulfillmentState }) => fulfillmentState === 'CLAIMED')
    .map(({ claimId }) => claimId)
  // What is not on the page is not granted, and while other claims are on their way nothing is.
  const selected = query.isPlaceholderData ? [] : storedSelection.filter((claimId) => openClaimIds.includes(claimId))
  const fulfill = useMutation({
    mutationFn: () =>
      api(consoleCampaigns.fulfilClaims, {
        pathParams: { clientId },
        body: { claimIds: selected.slice(0, limits.claimIdsPerRequest), fulfillmentState: 'FULFILLED' },
      }),
    onSuccess: async () => {
      setSelection(selected.slice(limits.claimIdsPerRequest))
      await queries.invalidateQueries({ queryKey: ['apps', clientId, 'claims'] })
      await queries.invalidateQueries({ queryKey: ['campaigns'] })
    },
  })
  const rewardNames = new Map(campaign.rewards.map(({ rewardId, name }) => [rewardId, name]))
  const isFiltered = Object.keys(filters).length > 0
  return (
    <section aria-labelledby="claims">
      <Stack gap="sm">
        <h2 id="claims">{t.title}</h2>
        <div className={layout.filters}>
          <NativeSelect
            label={t.state}
            value={filters.state ?? ''}
            data={[
              { value: '', label: t.all },
              ...fulfillmentStates.map((one) => ({ value: one, label: t.states[one] })),
            ]}
            onChange={({ currentTarget: { value } }) =>
              filter({ state: fulfillmentStates.find((one) => one === value) })
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
              onChange={({ currentTarget: { value } }) => filter({ reward: value })}
            />
          )}
          <FilterInput
            label={t.who}
            placeholder={t.whoHint}
            value={filters.who ?? ''}
            onChange={(who) => filter({ who })}
          />
        </div>
        <Group gap="xs" mih={30}>
          {openClaimIds.length > 0 && !query.isPlaceholderData && (
            <>
              <Button
                size="xs"
                variant="default"
                onClick={() => setSelection(selected.length === openClaimIds.length ? [] : openClaimIds)}
              >
                {selected.length === openClaimIds.length ? t.chooseNone : t.chooseAll(openClaimIds.length)}
              </Button>
              <Button
                size="xs"
                disabled={selected.length === 0}
                loading={fulfill.isPending}
                onClick={() => fulfill.mutate()}
              >
                {t.fulfil(Math.min(selected.length, limits.claimIdsPerRequest))}
              </Button>
            </>
          )}
        </Group>
        {fulfill.error && <ErrorAlert error={fulfill.error} retry={() => fulfill.mutate()} />}
        <InfiniteList
          asked={query}
          label={t.title}
          empty={
            <div className={layout.emptyState}>
              <p className="soft">{isFiltered ? t.noneFits : t.none}</p>
              {isFiltered ? (
                <Button size="xs" variant="default" onClick={() => void navigate({ search: {}, replace: true })}>
                  {t.clear}
                </Button>
              ) : (
                isSandbox && (
                  <ButtonLink size="xs" variant="default" to="/console/trigger" search={{ act: 'claim' }}>
                    {t.play}
                  </ButtonLink>
                )
              )}
            </div>
          }
        >
          {(claim) => (
            <ClaimRow
              key={claim.claimId}
              clientId={clientId}
              claim={claim}
              reward={rewardNames.get(claim.rewardId) ?? claim.rewardId}
              isSelected={selected.includes(claim.claimId)}
              isSelectable={!query.isPlaceholderData}
              onSelect={(isSelected) =>
                setSelection(
                  isSelected ? [...selected, claim.claimId] : selected.filter((one) => one !== claim.claimId),
                )
              }
            />
          )}
        </InfiniteList>
      </Stack>
    </section>
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
    <li className={`${layout.row} ${classes.claimRow}`}>
      <Checkbox
        checked={isSelected}
        disabled={isGranted || !isSelectable}
        onChange={({ currentTarget: { checked } }) => onSelect(checked)}
        aria-label={`${t.choose}: ${reward}, ${channelName}`}
      />
      <ChannelIdentity channelId={channelId} name={channelName} />
      <div>
        <bdi>{reward}</bdi>{' '}
        <Badge size="sm" color={isGranted ? 'teal' : 'orange'}>
          {t.states[fulfillmentState]}
        </Badge>{' '}
        <span className="small soft">
          <RelativeTime at={isGranted ? updatedDate : claimedDate} />
        </span>
        <div className="small soft">
          {t.claim} <CopyableText value={claimId} />
        </div>
      </div>
      <div className="small">
        {notification === null ? (
          <span className="soft">{t.notNotified}</span>
        ) : (
          <Link
            className={layout.rowTitle}
            to="/console/apps/$clientId/deliveries/$deliveryId"
            params={{ clientId, deliveryId: notification.deliveryId }}
          >
            {t.notification}{' '}
            <Badge size="sm" color={deliveryStateColors[notification.state]}>
              {deliveryStateLabels[notification.state]}
            </Badge>
          </Link>
        )}
      </div>
    </li>
  )
}

type Translations = {
  title: string
  state: string
  reward: string
  who: string
  whoHint: string
  all: string
  states: Record<FulfillmentState, string>
  chooseAll: (count: number) => string
  chooseNone: string
  choose: string
  fulfil: (count: number) => string
  none: string
  noneFits: string
  clear: string
  play: string
  claim: string
  notification: string
  notNotified: string
}

const t = localize<Translations>({
  ko: {
    title: '받은 보상',
    state: '상태',
    reward: '보상',
    who: '받은 사람',
    whoHint: '이름, 채널 ID, 요청 ID',
    all: '모두',
    states: { CLAIMED: '지급 전', FULFILLED: '지급함' },
    chooseAll: (count) => `지급 전 ${count}개 고르기`,
    chooseNone: '고르지 않기',
    choose: '고르기',
    fulfil: (count) => (count === 0 ? '지급했다고 적기' : `${count}개 지급했다고 적기`),
    none: '보상을 받은 사람이 없습니다. 캠페인이 진행되는 동안 방송을 본 사람이 받을 수 있습니다.',
    noneFits: '맞는 것이 없습니다. 이름은 전체를 정확히 써야 합니다.',
    clear: '조건 지우기',
    play: '한 사람이 받게 하기',
    claim: '요청',
    notification: '알림',
    notNotified: '알림 없음',
  },
  en: {
    title: 'Claims',
    state: 'State',
    reward: 'Reward',
    who: 'Who',
    whoHint: 'Name, channel or claim ID',
    all: 'All',
    states: { CLAIMED: 'to grant', FULFILLED: 'granted' },
    chooseAll: (count) => `Choose the ${count} to grant`,
    chooseNone: 'Choose none',
    choose: 'Choose',
    fulfil: (count) => (count === 0 ? 'Mark as granted' : `Mark ${count} as granted`),
    none: 'Nobody has claimed anything. Who watches while the campaign runs may.',
    noneFits: 'Nothing fits. A name is written whole.',
    clear: 'Clear the filters',
    play: 'Let somebody claim',
    claim: 'Claim',
    notification: 'Notification',
    notNotified: 'not notified',
  },
})
