import { Group, Stack, Text } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { consoleApi } from '@onair/contract'
import { api } from '../../../lib/api.ts'
import { pollPages } from '../../../lib/poll-pages.ts'
import { strings } from '../../../locales/index.ts'
import { ClaimState, DetailsLink, GiverName } from '../../drops/components/campaign-rewards.tsx'
import { InfiniteList } from '../../../ui/list.tsx'
import { RewardPicture } from '../../drops/components/reward-picture.tsx'
import classes from './viewer-drops.module.css'
import layout from '../../../ui/layout.module.css'

const { drops: t } = strings('watch')

/** The claims of the viewer, also of campaigns that have ended. */
export function OwnClaims() {
  const query = useInfiniteQuery({
    queryKey: ['drops', 'claims'],
    queryFn: ({ pageParam: next }) => api(consoleApi.drops.listOwnClaims, { query: next === null ? {} : { next } }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ page }) => page.next,
    ...pollPages(60_000),
  })
  return (
    <Stack component="section" gap="xs" aria-labelledby="claims">
      <h2 id="claims">{t.ownClaims}</h2>
      {query.data?.pages[0]?.data.length !== 0 && (
        <Text size="sm" c="dimmed">
          {t.arrives}
        </Text>
      )}
      <InfiniteList query={query} label={t.ownClaims} idField="claimId" empty={t.noClaims}>
        {({ rewardName, imageUrl, campaignTitle, appName, makerName, detailsUrl, ...claim }) => (
          <>
            <Group gap="sm" wrap="nowrap" className={classes.claim}>
              <RewardPicture imageUrl={imageUrl} />
              <div>
                <bdi className={layout.rowTitle}>{rewardName}</bdi>
                <Text size="sm" c="dimmed">
                  <bdi>{campaignTitle}</bdi> · <GiverName appName={appName} makerName={makerName} />
                </Text>
              </div>
            </Group>
            <div className={classes.state}>
              <ClaimState claim={claim} />
              {detailsUrl !== null && <DetailsLink url={detailsUrl} />}
            </div>
          </>
        )}
      </InfiniteList>
    </Stack>
  )
}
