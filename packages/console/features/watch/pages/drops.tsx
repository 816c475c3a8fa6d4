import { SimpleGrid, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { consoleApi } from '@onair/contract'
import { api } from '../../../lib/api.ts'
import { categoryName } from '../../channels/category-name.ts'
import { visitorQuery } from '../../../lib/visitor.ts'
import { strings } from '../../../locales/index.ts'
import { AnchorLink } from '../../../ui/links.tsx'
import { PageTitle } from '../../../ui/page-title.tsx'
import { QueryBoundary } from '../../../ui/query-boundary.tsx'
import { OwnClaims } from '../components/own-claims.tsx'
import { DropsCampaign, toShown, type Campaign } from '../components/viewer-drops.tsx'
import layout from '../../../ui/layout.module.css'

const { drops: t } = strings('watch')

/** The running campaigns of all games: the viewer's progress, and the claims of rewards. */
export function Drops() {
  const { data: visitor } = useQuery(visitorQuery)
  const isGuest = visitor === null
  const query = useQuery({
    queryKey: ['drops', 'running', isGuest],
    queryFn: () => api(consoleApi.drops.listCampaigns, { query: {} }),
    refetchInterval: 60_000,
  })
  return (
    <Stack gap="lg">
      <PageTitle description={t.pageAbout}>{t.page}</PageTitle>
      <QueryBoundary query={query}>
        {({ data: campaigns }) =>
          campaigns.length === 0 ? (
            <div className={layout.emptyState}>
              <h2>{t.none}</h2>
              <Text c="dimmed">{t.noneHint}</Text>
            </div>
          ) : (
            <SimpleGrid minColWidth="min(100%, 28rem)" className={layout.alignStart}>
              {campaigns.map((campaign) => (
                <DropsCampaign key={campaign.campaignId} campaign={campaign} isGuest={isGuest} isOpen>
                  <LivesLink campaign={campaign} />
                </DropsCampaign>
              ))}
            </SimpleGrid>
          )
        }
      </QueryBoundary>
      {visitor && <OwnClaims />}
    </Stack>
  )
}

/** Leads to the lives of the category of a campaign, if there is one. */
function LivesLink({ campaign }: { campaign: Campaign }) {
  const { categoryId, liveChannels } = campaign
  const category = categoryName(toShown(campaign).category)
  if (liveChannels === 0)
    return (
      <Text span size="sm" c="dimmed">
        {t.noneLive(category)}
      </Text>
    )
  return (
    <AnchorLink size="sm" to="/watch" search={{ category: categoryId }}>
      {t.watchNow(category, liveChannels)}
    </AnchorLink>
  )
}
