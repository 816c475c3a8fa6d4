import { Alert, Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { consoleApi, limits } from '@onair/contract'
import { api, isNotFound } from '../../lib/api.ts'
import { campaignQuery, type CampaignDetails } from './drops-queries.ts'
import { categoryName } from '../../lib/category-name.ts'
import { language, strings } from '../../locales/index.ts'
import { CampaignStateBadge, useCampaignState } from './campaign-state.tsx'
import { formatPeriod } from './format-period.ts'
import { CopyableText } from '../../ui/copyable-text.tsx'
import { ErrorAlert } from '../../ui/error-alert.tsx'
import { Loading } from '../../ui/loading.tsx'
import { NotFound } from '../../ui/not-found.tsx'
import { ErrorText } from '../../ui/error-text.tsx'
import { PageTitle } from '../../ui/page-title.tsx'
import { CampaignClaims } from './campaign-claims.tsx'
import { CampaignFunnel } from './campaign-funnel.tsx'
import layout from '../../ui/layout.module.css'

const { campaign: t } = strings('drops')

/** One campaign: its rewards, its claims and its end. */
export function Campaign() {
  const { clientId, campaignId } = useParams({ from: '/console/drops/$clientId/$campaignId' })
  const { data: campaign, error, refetch } = useQuery(campaignQuery(clientId, campaignId))
  if (isNotFound(error)) return <NotFound />
  if (!campaign) return error ? <ErrorAlert error={error} refetch={() => void refetch()} /> : <Loading />
  const { title, categoryEnglishName, startsDate, endsDate, rewards } = campaign
  return (
    <Stack gap="lg">
      <div>
        <Link className={layout.backLink} to="/console/drops">
          ← {t.all}
        </Link>
        <div className={layout.pageHead}>
          <PageTitle>{title}</PageTitle>
          <CampaignStateBadge startsDate={startsDate} endsDate={endsDate} />
        </div>
      </div>
      <dl className={layout.facts}>
        <dt>{t.id}</dt>
        <dd>
          <CopyableText value={campaignId} />
        </dd>
        <dt>{t.category}</dt>
        <dd>{categoryName({ categoryValue: campaign.categoryName, englishName: categoryEnglishName })}</dd>
        <dt>{t.period}</dt>
        <dd>{formatPeriod(startsDate, endsDate)}</dd>
      </dl>
      <EndCampaign clientId={clientId} campaign={campaign} />
      <CampaignFunnel clientId={clientId} campaignId={campaignId} />
      <section aria-labelledby="rewards">
        <h2 id="rewards">{t.rewards}</h2>
        <ul className={`${layout.rows} card ${layout.spaceAbove}`}>
          {rewards.map(({ rewardId, name, watchMinutes, claims, fulfilled }) => (
            <li key={rewardId} className={layout.statsRow}>
              <div>
                <bdi>{name}</bdi>{' '}
                <Text span size="sm" c="dimmed">
                  {t.watchTime(watchMinutes)}
                </Text>
                <Text component="div" size="sm" c="dimmed">
                  <CopyableText value={rewardId} />
                </Text>
              </div>
              <Text component="dl" size="sm">
                <div>
                  <dt>{t.claims}</dt>
                  <dd>{formatClaimCount(claims)}</dd>
                </div>
                <div>
                  <dt>{t.fulfilled}</dt>
                  <dd>{formatClaimCount(fulfilled)}</dd>
                </div>
              </Text>
            </li>
          ))}
        </ul>
      </section>
      <CampaignClaims clientId={clientId} campaign={campaign} />
    </Stack>
  )
}

/** Changes the end, or ends the campaign now. Existing claims stay. */
function EndCampaign({ clientId, campaign }: { clientId: string; campaign: CampaignDetails }) {
  const state = useCampaignState(campaign)
  const [newEnd, setNewEnd] = useState('')
  const [isConfirming, setConfirming] = useState(false)
  const queries = useQueryClient()
  const end = useMutation({
    mutationFn: (endsDate: string | null) =>
      api(consoleApi.campaigns.endCampaign, {
        pathParams: { clientId, campaignId: campaign.campaignId },
        body: { endsDate },
      }),
    onSuccess: () => {
      setConfirming(false)
      setNewEnd('')
      return queries.invalidateQueries({ queryKey: ['campaigns'] })
    },
  })
  if (state === 'OVER') return null
  return (
    <section className="card" aria-label={t.end}>
      <Group align="end" gap="sm">
        <TextInput
          type="datetime-local"
          label={t.newEnd}
          value={newEnd}
          onChange={(event) => setNewEnd(event.currentTarget.value)}
        />
        <Button
          variant="default"
          disabled={newEnd === ''}
          loading={end.isPending}
          onClick={() => end.mutate(new Date(newEnd).toISOString())}
        >
          {t.changeEnd}
        </Button>
        {isConfirming ? (
          <>
            <Button color="red" loading={end.isPending} onClick={() => end.mutate(null)}>
              {t.confirmEnd}
            </Button>
            <Button variant="default" onClick={() => setConfirming(false)}>
              {t.cancel}
            </Button>
          </>
        ) : (
          <Button variant="default" onClick={() => setConfirming(true)}>
            {t.endNow}
          </Button>
        )}
      </Group>
      {end.error && (
        <Alert color="red" role="alert" title={t.failed} mt="sm">
          <ErrorText error={end.error} />
        </Alert>
      )}
    </section>
  )
}

function formatClaimCount(count: number): string {
  return `${count.toLocaleString(language)}${count >= limits.claimCountMax ? '+' : ''}`
}
