import { Badge, Button, Checkbox, Group, NativeSelect, Stack } from '@mantine/core'
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { consoleCampaigns, limits, type ContentOf, type FulfillmentState } from '@onair/contract'
import { api } from '../api.ts'
import { claimsQuery, type ClaimFilters, type ShownCampaign } from '../drops-queries.ts'
import { withoutEmpty } from '../filters.ts'
import { inLanguage } from '../language.ts'
import { Copied } from '../parts/copied.tsx'
import { Failed } from '../parts/failed.tsx'
import { Moment } from '../parts/moment.tsx'
import { ButtonLink } from '../parts/links.tsx'
import { ListedOn } from '../parts/listed.tsx'
import { isSandbox } from '../mode.ts'
import { deliveryColours, deliveryWords } from '../parts/delivery-state.ts'
import { WantedText } from '../parts/wanted-text.tsx'
import { Who } from '../parts/who.tsx'

const fulfillmentStates = ['CLAIMED', 'FULFILLED'] as const satisfies readonly FulfillmentState[]
type Claim = ContentOf<typeof consoleCampaigns.listClaims>['data'][number]

/** Who claimed what in a campaign, whether they were told of it, and whether it was granted; what is chosen is said to be granted. */
export function CampaignClaims({ clientId, campaign }: { clientId: string; campaign: ShownCampaign }) {
  const filters = useSearch({ from: '/console/drops/$clientId/$campaignId' })
  const navigate = useNavigate({ from: '/console/drops/$clientId/$campaignId' })
  const [everChosen, setChosen] = useState<readonly string[]>([])
  const queries = useQueryClient()
  const asked = useInfiniteQuery(claimsQuery(clientId, campaign.campaignId, filters))
  const filter = (changed: ClaimFilters) => {
    setChosen([])
    void navigate({ search: (before) => withoutEmpty({ ...before, ...changed }), replace: true })
  }
  const open = (asked.data?.pages ?? [])
    .flatMap((page) => page.data)
    .filter(({ fulfillmentState }) => fulfillmentState === 'CLAIMED')
    .map(({ claimId }) => claimId)
  // What is not on the page is not granted, and while other claims are on their way nothing is.
  const chosen = asked.isPlaceholderData ? [] : everChosen.filter((claimId) => open.includes(claimId))
  const fulfil = useMutation({
    mutationFn: () =>
      api(consoleCampaigns.fulfilClaims, {
        inPath: { clientId },
        body: { claimIds: chosen.slice(0, limits.claimIdsPerRequest), fulfillmentState: 'FULFILLED' },
      }),
    onSuccess: async () => {
      setChosen(chosen.slice(limits.claimIdsPerRequest))
      await queries.invalidateQueries({ queryKey: ['apps', clientId, 'claims'] })
      await queries.invalidateQueries({ queryKey: ['campaigns'] })
    },
  })
  const names = new Map(campaign.rewards.map(({ rewardId, name }) => [rewardId, name]))
  const isFiltered = Object.keys(filters).length > 0
  return (
    <section aria-labelledby="claims">
      <Stack gap="sm">
        <h2 id="claims">{said.title}</h2>
        <div className="filters">
          <NativeSelect
            label={said.state}
            value={filters.state ?? ''}
            data={[
              { value: '', label: said.all },
              ...fulfillmentStates.map((one) => ({ value: one, label: said.states[one] })),
            ]}
            onChange={({ currentTarget: { value } }) =>
              filter({ state: fulfillmentStates.find((one) => one === value) })
            }
          />
          {campaign.rewards.length > 1 && (
            <NativeSelect
              label={said.reward}
              value={filters.reward ?? ''}
              data={[
                { value: '', label: said.all },
                ...campaign.rewards.map(({ rewardId, name }) => ({ value: rewardId, label: name })),
              ]}
              onChange={({ currentTarget: { value } }) => filter({ reward: value })}
            />
          )}
          <WantedText
            label={said.who}
            placeholder={said.whoHint}
            value={filters.who ?? ''}
            onChange={(who) => filter({ who })}
          />
        </div>
        <Group gap="xs" mih={30}>
          {open.length > 0 && !asked.isPlaceholderData && (
            <>
              <Button size="xs" variant="default" onClick={() => setChosen(chosen.length === open.length ? [] : open)}>
                {chosen.length === open.length ? said.chooseNone : said.chooseAll(open.length)}
              </Button>
              <Button
                size="xs"
                disabled={chosen.length === 0}
                loading={fulfil.isPending}
                onClick={() => fulfil.mutate()}
              >
                {said.fulfil(Math.min(chosen.length, limits.claimIdsPerRequest))}
              </Button>
            </>
          )}
        </Group>
        {fulfil.error && <Failed error={fulfil.error} again={() => fulfil.mutate()} />}
        <ListedOn
          asked={asked}
          named={said.title}
          empty={
            <div className="card nothing">
              <p className="soft">{isFiltered ? said.noneFits : said.none}</p>
              {isFiltered ? (
                <Button size="xs" variant="default" onClick={() => void navigate({ search: {}, replace: true })}>
                  {said.clear}
                </Button>
              ) : (
                isSandbox && (
                  <ButtonLink size="xs" variant="default" to="/console/trigger" search={{ act: 'claim' }}>
                    {said.play}
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
              reward={names.get(claim.rewardId) ?? claim.rewardId}
              isChosen={chosen.includes(claim.claimId)}
              isSettled={!asked.isPlaceholderData}
              onChoose={(wanted) =>
                setChosen(wanted ? [...chosen, claim.claimId] : chosen.filter((one) => one !== claim.claimId))
              }
            />
          )}
        </ListedOn>
      </Stack>
    </section>
  )
}

type Row = {
  clientId: string
  claim: Claim
  reward: string
  isChosen: boolean
  isSettled: boolean
  onChoose: (wanted: boolean) => void
}

function ClaimRow({ clientId, claim, reward, isChosen, isSettled, onChoose }: Row) {
  const { claimId, channelId, channelName, fulfillmentState, claimedDate, updatedDate, notification } = claim
  const isGranted = fulfillmentState === 'FULFILLED'
  return (
    <li className="app-row claim-row">
      <Checkbox
        checked={isChosen}
        disabled={isGranted || !isSettled}
        onChange={({ currentTarget: { checked } }) => onChoose(checked)}
        aria-label={`${said.choose}: ${reward}, ${channelName}`}
      />
      <Who channelId={channelId} name={channelName} />
      <div>
        <bdi>{reward}</bdi>{' '}
        <Badge size="sm" color={isGranted ? 'teal' : 'orange'}>
          {said.states[fulfillmentState]}
        </Badge>{' '}
        <span className="small soft">
          <Moment at={isGranted ? updatedDate : claimedDate} />
        </span>
        <div className="small soft">
          {said.claim} <Copied value={claimId} />
        </div>
      </div>
      <div className="small">
        {notification === null ? (
          <span className="soft">{said.notNotified}</span>
        ) : (
          <Link
            className="app-name"
            to="/console/apps/$clientId/deliveries/$deliveryId"
            params={{ clientId, deliveryId: notification.deliveryId }}
          >
            {said.notification}{' '}
            <Badge size="sm" color={deliveryColours[notification.state]}>
              {deliveryWords[notification.state]}
            </Badge>
          </Link>
        )}
      </div>
    </li>
  )
}

type Words = {
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

const said = inLanguage<Words>({
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
