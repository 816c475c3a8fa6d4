import { Button, Stack, Text } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { consoleApi, type ContentOf } from '@onair/contract'
import { api } from '../../../lib/api.ts'
import { signInUrl } from '../../../lib/visitor.ts'
import { strings } from '../../../locales/index.ts'
import { CampaignRewards } from '../../drops/components/campaign-rewards.tsx'
import { ErrorAlert } from '../../../ui/error-alert.tsx'
import { AnchorLink } from '../../../ui/links.tsx'
import classes from '../../drops/components/campaign-rewards.module.css'

const { drops: t } = strings('watch')

export type Campaign = ContentOf<typeof consoleApi.drops.listCampaigns>['data'][number]

/** On a phone the chat comes first, so the drops are collapsed, several campaigns in one row. */
const isWideScreen = window.matchMedia('(min-width: 60rem)').matches

type Props = { categoryId: string; channelId: string; isGuest: boolean }

/** The drops campaigns that count here: the viewer's progress, and the claims of rewards. A guest has to sign in first. */
export default function ViewerDrops({ categoryId, channelId, isGuest }: Props) {
  const { data } = useQuery({
    queryKey: ['drops', categoryId, channelId, isGuest],
    queryFn: () => api(consoleApi.drops.listCampaigns, { query: { categoryId, channelId } }),
    // The server counts the minutes and sends no event for them, nor for a campaign that starts.
    refetchInterval: ({ state: { data } }) => (data?.data.length ? 30_000 : 300_000),
  })
  const campaigns = data?.data ?? []
  const isFolded = !isWideScreen && campaigns.length > 1
  const withReady = (title: string, shown: Campaign[]) => {
    const ready = isGuest ? 0 : shown.reduce((count, campaign) => count + countReady(campaign), 0)
    return isWideScreen || ready === 0 ? title : `${title} · ${t.ready(ready)}`
  }
  const cards = campaigns.map((campaign) => (
    <DropsCampaign
      key={campaign.campaignId}
      campaign={isFolded ? campaign : { ...campaign, title: withReady(t.title(campaign.title), [campaign]) }}
      isGuest={isGuest}
      isOpen={isWideScreen || isFolded}
    >
      <AnchorLink size="sm" to="/watch/drops">
        {t.all}
      </AnchorLink>
    </DropsCampaign>
  ))
  if (!isFolded) return cards
  return (
    <details className={`card ${classes.folded}`}>
      <summary>{withReady(t.count(campaigns.length), campaigns)}</summary>
      <Stack gap="sm" mt="sm">
        {cards}
      </Stack>
    </details>
  )
}

/** How many rewards the viewer can claim now. */
function countReady({ rewards, watchedMinutes }: Campaign): number {
  return rewards.filter(({ claim, watchMinutes }) => claim === null && watchedMinutes >= watchMinutes).length
}

/** A campaign with the viewer's progress. A guest has to sign in first. */
export function DropsCampaign({ isGuest, campaign, isOpen, children }: CampaignProps & { isGuest: boolean }) {
  if (!isGuest)
    return (
      <ViewerCampaign campaign={campaign} isOpen={isOpen}>
        {children}
      </ViewerCampaign>
    )
  const needsMinutes = campaign.rewards.some(({ watchMinutes }) => watchMinutes > 0)
  return (
    <CampaignRewards campaign={toShown(campaign)} isOpen={isOpen} renderAction={() => null}>
      <p>
        <a href={signInUrl()}>{needsMinutes ? t.signIn : t.signInToClaim}</a>
      </p>
      {children}
    </CampaignRewards>
  )
}

export function toShown(campaign: Campaign) {
  const { categoryName: categoryValue, categoryEnglishName: englishName, appName, makerName } = campaign
  return { ...campaign, category: { categoryValue, englishName }, giver: { appName, makerName } }
}

type CampaignProps = { campaign: Campaign; isOpen: boolean; children: ReactNode }

function ViewerCampaign({ campaign, isOpen, children }: CampaignProps) {
  const cache = useQueryClient()
  const claim = useMutation({
    mutationFn: (rewardId: string) => api(consoleApi.drops.claimReward, { pathParams: { rewardId } }),
    onSettled: () => cache.invalidateQueries({ queryKey: ['drops'] }),
  })
  return (
    <CampaignRewards
      campaign={toShown(campaign)}
      isOpen={isOpen}
      renderAction={({ rewardId, name, watchMinutes, claim: made }) =>
        made !== null ? (
          <Text component="b" size="sm" className={classes.claimed}>
            {t.claimed}
          </Text>
        ) : (
          <Button
            size="xs"
            aria-label={t.claimReward(name)}
            disabled={campaign.watchedMinutes < watchMinutes}
            loading={claim.isPending && claim.variables === rewardId}
            onClick={() => claim.mutate(rewardId)}
          >
            {t.claim}
          </Button>
        )
      }
    >
      {claim.error && <ErrorAlert error={claim.error} retry={() => claim.reset()} />}
      {children}
    </CampaignRewards>
  )
}
