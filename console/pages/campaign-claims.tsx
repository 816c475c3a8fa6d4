import { Badge, Button, Checkbox, Group, SegmentedControl, Stack } from '@mantine/core'
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { consoleCampaigns, limits, type FulfillmentState } from '@onair/contract'
import { api } from '../api.ts'
import { claimsQuery, type ShownCampaign } from '../drops-queries.ts'
import { inLanguage } from '../language.ts'
import { Copied } from '../parts/copied.tsx'
import { Failed } from '../parts/failed.tsx'
import { Loading } from '../parts/loading.tsx'
import { Moment } from '../parts/moment.tsx'
import { ButtonLink } from '../parts/links.tsx'
import { isSandbox } from '../mode.ts'
import { deliveryColours, deliveryWords } from '../parts/delivery-state.ts'

const states = ['CLAIMED', 'FULFILLED'] as const satisfies readonly FulfillmentState[]

/** Who claimed what in a campaign, whether they were told of it, and whether it was granted; what is chosen is said to be granted. */
export function CampaignClaims({ clientId, campaign }: { clientId: string; campaign: ShownCampaign }) {
  const { state } = useSearch({ from: '/console/drops/$clientId/$campaignId' })
  const navigate = useNavigate({ from: '/console/drops/$clientId/$campaignId' })
  const [chosen, setChosen] = useState<readonly string[]>([])
  const queries = useQueryClient()
  const { data, error, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(
    claimsQuery(clientId, campaign.campaignId, state),
  )
  const fulfil = useMutation({
    mutationFn: () =>
      api(consoleCampaigns.fulfilClaims, {
        inPath: { clientId },
        body: { claimIds: [...chosen].slice(0, limits.claimIdsPerRequest), fulfillmentState: 'FULFILLED' },
      }),
    onSuccess: async () => {
      setChosen(chosen.slice(limits.claimIdsPerRequest))
      await queries.invalidateQueries({ queryKey: ['apps', clientId, 'claims'] })
      await queries.invalidateQueries({ queryKey: ['apps', clientId, 'campaigns'] })
    },
  })
  const names = new Map(campaign.rewards.map(({ rewardId, name }) => [rewardId, name]))
  const claims = data?.pages.flatMap((page) => page.data)
  const open = claims?.filter(({ fulfillmentState }) => fulfillmentState === 'CLAIMED').map(({ claimId }) => claimId)
  return (
    <section aria-labelledby="claims">
      <Stack gap="sm">
        <h2 id="claims">{said.title}</h2>
        <Group justify="space-between" gap="sm">
          <div className="scroll">
            <SegmentedControl
              aria-labelledby="claims"
              size="xs"
              value={state ?? 'ALL'}
              onChange={(wanted) => {
                setChosen([])
                void navigate({ search: wanted === 'ALL' ? {} : { state: wanted }, replace: true })
              }}
              data={[
                { value: 'ALL', label: said.all },
                ...states.map((one) => ({ value: one, label: said.states[one] })),
              ]}
            />
          </div>
          <Group gap="xs">
            {open !== undefined && open.length > 0 && (
              <Button size="xs" variant="default" onClick={() => setChosen(chosen.length === open.length ? [] : open)}>
                {chosen.length === open.length ? said.chooseNone : said.chooseAll(open.length)}
              </Button>
            )}
            <Button size="xs" disabled={chosen.length === 0} loading={fulfil.isPending} onClick={() => fulfil.mutate()}>
              {said.fulfil(Math.min(chosen.length, limits.claimIdsPerRequest))}
            </Button>
          </Group>
        </Group>
        {fulfil.error && <Failed error={fulfil.error} again={() => fulfil.mutate()} />}
        {error ? (
          <Failed error={error} />
        ) : !claims ? (
          <Loading />
        ) : claims.length === 0 ? (
          <div className="card nothing">
            <p className="soft">{said.none}</p>
            {isSandbox && (
              <ButtonLink size="xs" variant="default" to="/console/trigger" search={{ act: 'claim' }}>
                {said.play}
              </ButtonLink>
            )}
          </div>
        ) : (
          <ul className="rows card">
            {claims.map(
              ({ claimId, rewardId, channelId, fulfillmentState, claimedDate, updatedDate, notification }) => (
                <li key={claimId} className="app-row claim-row">
                  <Checkbox
                    checked={chosen.includes(claimId)}
                    disabled={fulfillmentState === 'FULFILLED'}
                    onChange={({ currentTarget: { checked } }) =>
                      setChosen(checked ? [...chosen, claimId] : chosen.filter((one) => one !== claimId))
                    }
                    aria-label={`${said.choose}: ${names.get(rewardId)}, ${claimId}`}
                  />
                  <div>
                    <bdi>{names.get(rewardId)}</bdi>{' '}
                    <Badge size="sm" color={fulfillmentState === 'FULFILLED' ? 'teal' : 'orange'}>
                      {said.states[fulfillmentState]}
                    </Badge>{' '}
                    <span className="small soft">
                      <Moment at={fulfillmentState === 'FULFILLED' ? updatedDate : claimedDate} />
                    </span>
                    <div className="small soft">
                      {said.claim} <Copied value={claimId} />
                    </div>
                    <div className="small soft">
                      {said.channel} <Copied value={channelId} />
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
              ),
            )}
          </ul>
        )}
        {hasNextPage && (
          <div>
            <Button variant="default" size="xs" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
              {said.more}
            </Button>
          </div>
        )}
      </Stack>
    </section>
  )
}

type Words = {
  title: string
  all: string
  states: Record<FulfillmentState, string>
  chooseAll: (count: number) => string
  chooseNone: string
  choose: string
  fulfil: (count: number) => string
  none: string
  play: string
  claim: string
  channel: string
  notification: string
  notNotified: string
  more: string
}

const said = inLanguage<Words>({
  ko: {
    title: '받은 보상',
    all: '모두',
    states: { CLAIMED: '지급 전', FULFILLED: '지급함' },
    chooseAll: (count) => `지급 전 ${count}개 고르기`,
    chooseNone: '고르지 않기',
    choose: '고르기',
    fulfil: (count) => (count === 0 ? '지급했다고 적기' : `${count}개 지급했다고 적기`),
    none: '보상을 받은 사람이 없습니다. 캠페인이 진행되는 동안 방송을 본 사람이 받을 수 있습니다.',
    play: '한 사람이 받게 하기',
    claim: '요청',
    channel: '채널',
    notification: '알림',
    notNotified: '알림 없음',
    more: '더 보기',
  },
  en: {
    title: 'Claims',
    all: 'All',
    states: { CLAIMED: 'to grant', FULFILLED: 'granted' },
    chooseAll: (count) => `Choose the ${count} to grant`,
    chooseNone: 'Choose none',
    choose: 'Choose',
    fulfil: (count) => (count === 0 ? 'Mark as granted' : `Mark ${count} as granted`),
    none: 'Nobody has claimed anything. Who watches while the campaign runs may.',
    play: 'Let somebody claim',
    claim: 'Claim',
    channel: 'Channel',
    notification: 'Notification',
    notNotified: 'not notified',
    more: 'More',
  },
})
