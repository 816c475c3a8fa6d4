import { Alert, Button, Group, Stack, TextInput } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { consoleCampaigns, limits } from '@onair/contract'
import { pluralize } from '../../lib/pluralize.ts'
import { api, isNotFound } from '../../lib/api.ts'
import { campaignQuery, type CampaignDetails } from './drops-queries.ts'
import { localize, language } from '../../lib/language.ts'
import { CampaignStateBadge, useCampaignState } from './campaign-state.tsx'
import { CopyableText } from '../../ui/copyable-text.tsx'
import { ErrorAlert } from '../../ui/error-alert.tsx'
import { Loading } from '../../ui/loading.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { NotFound } from '../../ui/not-found.tsx'
import { ErrorText } from '../../ui/error-text.tsx'
import { PageTitle } from '../../ui/page-title.tsx'
import { CampaignClaims } from './campaign-claims.tsx'
import layout from '../../ui/layout.module.css'

/** One campaign: its rewards with what became of them, its claims, and its end. */
export function Campaign() {
  const { clientId, campaignId } = useParams({ from: '/console/drops/$clientId/$campaignId' })
  const { data: campaign, error, refetch } = useQuery(campaignQuery(clientId, campaignId))
  if (isNotFound(error)) return <NotFound />
  if (!campaign) return error ? <ErrorAlert error={error} refetch={() => void refetch()} /> : <Loading />
  const { title, categoryName, startsDate, endsDate, rewards } = campaign
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
        <dd>{categoryName}</dd>
        <dt>{t.window}</dt>
        <dd>
          <RelativeTime at={startsDate} /> – {endsDate === null ? t.noEnd : <RelativeTime at={endsDate} />}
        </dd>
      </dl>
      <EndCampaign clientId={clientId} campaign={campaign} />
      <section aria-labelledby="rewards">
        <h2 id="rewards">{t.rewards}</h2>
        <ul className={`${layout.rows} card ${layout.spaceAbove}`}>
          {rewards.map(({ rewardId, name, watchMinutes, claims, fulfilled }) => (
            <li key={rewardId} className={layout.statsRow}>
              <div>
                <bdi>{name}</bdi> <span className="small soft">{t.minutes(watchMinutes)}</span>
                <div className="small soft">
                  <CopyableText value={rewardId} />
                </div>
              </div>
              <dl className="small">
                <div>
                  <dt>{t.claims}</dt>
                  <dd>{formatClaimCount(claims)}</dd>
                </div>
                <div>
                  <dt>{t.fulfilled}</dt>
                  <dd>{formatClaimCount(fulfilled)}</dd>
                </div>
              </dl>
            </li>
          ))}
        </ul>
      </section>
      <CampaignClaims clientId={clientId} campaign={campaign} />
    </Stack>
  )
}

/** Moves the end, or ends the campaign now; what was claimed stays. */
function EndCampaign({ clientId, campaign }: { clientId: string; campaign: CampaignDetails }) {
  const state = useCampaignState(campaign)
  const [newEnd, setNewEnd] = useState('')
  const [isConfirming, setConfirming] = useState(false)
  const queries = useQueryClient()
  const end = useMutation({
    mutationFn: (endsDate: string | null) =>
      api(consoleCampaigns.endCampaign, {
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
          {t.move}
        </Button>
        {isConfirming ? (
          <>
            <Button color="red" loading={end.isPending} onClick={() => end.mutate(null)}>
              {t.sure}
            </Button>
            <Button variant="default" onClick={() => setConfirming(false)}>
              {t.keep}
            </Button>
          </>
        ) : (
          <Button variant="default" onClick={() => setConfirming(true)}>
            {t.endNow}
          </Button>
        )}
      </Group>
      {end.error && (
        <Alert color="red" role="alert" title={t.refused} mt="sm">
          <ErrorText error={end.error} />
        </Alert>
      )}
    </section>
  )
}

function formatClaimCount(count: number): string {
  return `${count.toLocaleString(language)}${count >= limits.claimCountMax ? '+' : ''}`
}

const t = localize({
  ko: {
    all: '드롭스',
    id: '캠페인 ID',
    category: '카테고리',
    window: '기간',
    noEnd: '끝나는 때 없음',
    end: '캠페인 끝내기',
    newEnd: '끝나는 때 옮기기',
    move: '옮기기',
    endNow: '지금 끝내기',
    sure: '정말 지금 끝내기',
    keep: '그대로 두기',
    refused: '바꾸지 못했습니다',
    rewards: '보상',
    minutes: (minutes: number) => `${minutes.toLocaleString('ko')}분 시청`,
    claims: '받은 사람',
    fulfilled: '지급함',
  },
  en: {
    all: 'Drops',
    id: 'Campaign ID',
    category: 'Category',
    window: 'When',
    noEnd: 'no end',
    end: 'End the campaign',
    newEnd: 'Move the end to',
    move: 'Move',
    endNow: 'End it now',
    sure: 'Really end it now',
    keep: 'Leave it',
    refused: 'It was not changed',
    rewards: 'Rewards',
    minutes: (minutes: number) => `for ${pluralize(minutes, 'minute')}`,
    claims: 'Claims',
    fulfilled: 'Granted',
  },
})
