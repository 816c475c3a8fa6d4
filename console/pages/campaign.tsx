import '../parts/drops.css'
import { Alert, Button, Group, Stack, TextInput } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { consoleCampaigns, limits } from '@onair/contract'
import { counted } from '../counted.ts'
import { api, isNotFound } from '../api.ts'
import { campaignQuery, type ShownCampaign } from '../drops-queries.ts'
import { inLanguage, language } from '../language.ts'
import { CampaignState, useCampaignState } from '../parts/campaign-state.tsx'
import { Copied } from '../parts/copied.tsx'
import { Failed } from '../parts/failed.tsx'
import { Loading } from '../parts/loading.tsx'
import { Moment } from '../parts/moment.tsx'
import { NotFound } from '../parts/not-found.tsx'
import { Reason } from '../parts/reason.tsx'
import { Title } from '../parts/title.tsx'
import { CampaignClaims } from './campaign-claims.tsx'

/** One campaign: its rewards with what became of them, its claims, and its end. */
export function Campaign() {
  const { clientId, campaignId } = useParams({ from: '/console/drops/$clientId/$campaignId' })
  const { data: campaign, error, refetch } = useQuery(campaignQuery(clientId, campaignId))
  if (isNotFound(error)) return <NotFound />
  if (!campaign) return error ? <Failed error={error} readAgain={() => void refetch()} /> : <Loading />
  const { title, categoryName, startsDate, endsDate, rewards } = campaign
  return (
    <Stack gap="lg">
      <div>
        <Link className="up" to="/console/drops">
          ← {said.all}
        </Link>
        <div className="app-head">
          <Title>{title}</Title>
          <CampaignState startsDate={startsDate} endsDate={endsDate} />
        </div>
      </div>
      <dl className="facts">
        <dt>{said.id}</dt>
        <dd>
          <Copied value={campaignId} />
        </dd>
        <dt>{said.category}</dt>
        <dd>{categoryName}</dd>
        <dt>{said.window}</dt>
        <dd>
          <Moment at={startsDate} /> – {endsDate === null ? said.noEnd : <Moment at={endsDate} />}
        </dd>
      </dl>
      <EndCampaign clientId={clientId} campaign={campaign} />
      <section aria-labelledby="rewards">
        <h2 id="rewards">{said.rewards}</h2>
        <ul className="rows card after">
          {rewards.map(({ rewardId, name, watchMinutes, claims, fulfilled }) => (
            <li key={rewardId} className="scope-row">
              <div>
                <bdi>{name}</bdi> <span className="small soft">{said.minutes(watchMinutes)}</span>
                <div className="small soft">
                  <Copied value={rewardId} />
                </div>
              </div>
              <dl className="small">
                <div>
                  <dt>{said.claims}</dt>
                  <dd>{figure(claims)}</dd>
                </div>
                <div>
                  <dt>{said.fulfilled}</dt>
                  <dd>{figure(fulfilled)}</dd>
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
function EndCampaign({ clientId, campaign }: { clientId: string; campaign: ShownCampaign }) {
  const state = useCampaignState(campaign)
  const [ends, setEnds] = useState('')
  const [isSure, setSure] = useState(false)
  const queries = useQueryClient()
  const end = useMutation({
    mutationFn: (endsDate: string | null) =>
      api(consoleCampaigns.endCampaign, {
        inPath: { clientId, campaignId: campaign.campaignId },
        body: { endsDate },
      }),
    onSuccess: () => {
      setSure(false)
      setEnds('')
      return queries.invalidateQueries({ queryKey: ['campaigns'] })
    },
  })
  if (state === 'OVER') return null
  return (
    <section className="card" aria-label={said.end}>
      <Group align="end" gap="sm">
        <TextInput
          type="datetime-local"
          label={said.newEnd}
          value={ends}
          onChange={(event) => setEnds(event.currentTarget.value)}
        />
        <Button
          variant="default"
          disabled={ends === ''}
          loading={end.isPending}
          onClick={() => end.mutate(new Date(ends).toISOString())}
        >
          {said.move}
        </Button>
        {isSure ? (
          <>
            <Button color="red" loading={end.isPending} onClick={() => end.mutate(null)}>
              {said.sure}
            </Button>
            <Button variant="default" onClick={() => setSure(false)}>
              {said.keep}
            </Button>
          </>
        ) : (
          <Button variant="default" onClick={() => setSure(true)}>
            {said.endNow}
          </Button>
        )}
      </Group>
      {end.error && (
        <Alert color="red" role="alert" title={said.refused} mt="sm">
          <Reason error={end.error} />
        </Alert>
      )}
    </section>
  )
}

function figure(count: number): string {
  return `${count.toLocaleString(language)}${count >= limits.claimsCounted ? '+' : ''}`
}

const said = inLanguage({
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
    minutes: (minutes: number) => `for ${counted(minutes, 'minute')}`,
    claims: 'Claims',
    fulfilled: 'Granted',
  },
})
