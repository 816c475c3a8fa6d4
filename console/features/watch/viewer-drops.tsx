import { Button, Progress, Text } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { consoleApi, type ContentOf } from '@onair/contract'
import { api } from '../../lib/api.ts'
import { strings } from '../../locales/index.ts'
import { ErrorAlert } from '../../ui/error-alert.tsx'
import classes from './viewer-drops.module.css'
import layout from '../../ui/layout.module.css'

const { drops: t } = strings('watch')

type Campaign = ContentOf<typeof consoleApi.drops.listCampaigns>['data'][number]

/** On a phone the chat comes first, so the drops are collapsed. */
const isWideScreen = window.matchMedia('(min-width: 60rem)').matches

/** The drops campaigns of a category: the viewer's progress, and the claims of rewards. */
export default function ViewerDrops({ categoryId }: { categoryId: string }) {
  const { data } = useQuery({
    queryKey: ['drops', categoryId],
    queryFn: () => api(consoleApi.drops.listCampaigns, { query: { categoryId } }),
    // The server counts the minutes and sends no event for them, nor for a campaign that starts.
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
      <summary>{t.title(title)}</summary>
      <Text size="sm" c="dimmed">
        {t.about}
      </Text>
      <ul>
        {rewards.map(({ rewardId, name, watchMinutes, claimId }) => (
          <li key={rewardId}>
            <div className={layout.meter}>
              <div className={layout.meterLabels}>
                <span>{name}</span>
                {watchMinutes > 0 && (
                  <Text span inherit c="dimmed">
                    {t.minutes(Math.min(watchedMinutes, watchMinutes), watchMinutes)}
                  </Text>
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
              <Text component="b" size="sm" className={classes.claimed}>
                {t.claimed}
              </Text>
            ) : (
              <Button
                size="xs"
                aria-label={t.claimReward(name)}
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
