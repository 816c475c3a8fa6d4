import { Button, Progress } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { consoleApi, type ContentOf } from '@onair/contract'
import { api } from '../../lib/api.ts'
import { localize } from '../../lib/language.ts'
import { ErrorAlert } from '../../ui/error-alert.tsx'
import classes from './viewer-drops.module.css'
import layout from '../../ui/layout.module.css'

type Campaign = ContentOf<typeof consoleApi.drops.listCampaigns>['data'][number]

/** On a phone the chat comes first, and the drops open when they are asked for. */
const isWideScreen = window.matchMedia('(min-width: 60rem)').matches

/** What whoever watches this category gathers minutes for, how far they are, and the claim of what they have reached. */
export default function ViewerDrops({ categoryId }: { categoryId: string }) {
  const { data } = useQuery({
    queryKey: ['drops', categoryId],
    queryFn: () => api(consoleApi.drops.listCampaigns, { query: { categoryId } }),
    // Minutes are counted on the platform, and nothing tells the page of each, nor of a campaign that begins.
    refetchInterval: ({ state: { data } }) => (data?.data.length ? 60_000 : 300_000),
  })
  return data?.data.map((campaign) => <CampaignRewards key={campaign.campaignId} campaign={campaign} />)
}

function CampaignRewards({ campaign }: { campaign: Campaign }) {
  const { title, watchedMinutes, rewards } = campaign
  const cache = useQueryClient()
  const claim = useMutation({
    mutationFn: (rewardId: string) => api(consoleApi.drops.claimReward, { pathParams: { rewardId } }),
    onSettled: () => cache.invalidateQueries({ queryKey: ['drops'] }),
  })
  return (
    <details className={`card ${classes.campaign}`} open={isWideScreen}>
      <summary>{t.drops(title)}</summary>
      <p className="small soft">{t.about}</p>
      <ul>
        {rewards.map(({ rewardId, name, watchMinutes, claimId }) => (
          <li key={rewardId}>
            <div className={layout.meter}>
              <div className={layout.meterLabels}>
                <span>{name}</span>
                {watchMinutes > 0 && (
                  <span className="soft">{t.minutes(Math.min(watchedMinutes, watchMinutes), watchMinutes)}</span>
                )}
              </div>
              <Progress
                value={watchedMinutes < watchMinutes ? (watchedMinutes / watchMinutes) * 100 : 100}
                color="teal"
                size="md"
                aria-label={name}
              />
            </div>
            {claimId !== null ? (
              <b className={`small ${classes.claimed}`}>{t.claimed}</b>
            ) : (
              <Button
                size="xs"
                aria-label={t.claimOf(name)}
                disabled={watchedMinutes < watchMinutes}
                loading={claim.isPending && claim.variables === rewardId}
                onClick={() => claim.mutate(rewardId)}
              >
                {t.claim}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {claim.error && <ErrorAlert error={claim.error} retry={() => claim.reset()} />}
    </details>
  )
}

const t = localize({
  ko: {
    drops: (title: string) => `드롭스: ${title}`,
    about: '이 카테고리의 방송을 보는 동안 시간이 쌓이고, 다 채우면 보상을 받을 수 있습니다.',
    minutes: (watched: number, needed: number) => `${watched}/${needed}분`,
    claim: '받기',
    claimOf: (name: string) => `${name} 받기`,
    claimed: '받았습니다',
  },
  en: {
    drops: (title: string) => `Drops: ${title}`,
    about: 'Watching broadcasts of this category counts. Claim a reward when its minutes are full.',
    minutes: (watched: number, needed: number) => `${watched} of ${needed} min`,
    claim: 'Claim',
    claimOf: (name: string) => `Claim ${name}`,
    claimed: 'Claimed',
  },
})
