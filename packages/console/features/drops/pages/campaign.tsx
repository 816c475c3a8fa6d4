import { Alert, Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { Fact, Facts } from '../../../ui/facts.tsx'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { consoleApi, limits } from '@onair/contract'
import { api, isNotFound } from '../../../lib/api.ts'
import { usePlatformTime } from '../../../lib/platform-time.ts'
import { useDraft } from '../../../lib/drafts.ts'
import { campaignQuery, type CampaignDetails } from '../queries.ts'
import { categoryName } from '../../channels/category-name.ts'
import { language, strings } from '../../../locales/index.ts'
import { CampaignStateBadge, useCampaignState } from '../components/campaign-state.tsx'
import { formatPeriod, localZone } from '../format-period.ts'
import { CopyableText } from '../../../ui/copyable-text.tsx'
import { RewardPicture } from '../components/reward-picture.tsx'
import { ButtonLink } from '../../../ui/links.tsx'
import { ConfirmButton } from '../../../ui/forms/confirm-button.tsx'
import { ErrorAlert } from '../../../ui/error-alert.tsx'
import { Table } from '../../../ui/list.tsx'
import { Loading } from '../../../ui/loading.tsx'
import { NotFound } from '../../../ui/not-found.tsx'
import { ErrorText } from '../../../ui/forms/error-text.tsx'
import { PageTitle } from '../../../ui/page-title.tsx'
import { CampaignApp, CampaignWebhook } from '../components/campaign-app.tsx'
import { CampaignClaims } from '../components/campaign-claims.tsx'
import { CampaignPreview } from '../components/campaign-form.tsx'
import { CampaignFunnel } from '../components/campaign-funnel.tsx'
import layout from '../../../ui/layout.module.css'
import classes from './drops.module.css'
import table from '../../../ui/table.module.css'

const { app, campaign: t } = strings('drops')

/** A campaign: its rewards, its claims and its end. */
export function Campaign() {
  const { clientId, campaignId } = useParams({ from: '/console/drops/$clientId/$campaignId' })
  const { data: campaign, error, refetch } = useQuery(campaignQuery(clientId, campaignId))
  if (isNotFound(error)) return <NotFound />
  if (!campaign) return error ? <ErrorAlert error={error} refetch={() => void refetch()} /> : <Loading />
  const { title, detailsUrl, isDraft, categoryEnglishName, startsDate, endsDate, rewards } = campaign
  return (
    <Stack gap="lg">
      <div>
        <Link className={layout.backLink} to="/console/drops">
          ← {t.all}
        </Link>
        <Group gap="8px 16px">
          <PageTitle>{title}</PageTitle>
          <CampaignStateBadge isDraft={isDraft} startsDate={startsDate} endsDate={endsDate} />
          <CampaignActions clientId={clientId} campaign={campaign} />
        </Group>
        {isDraft && (
          <Text c="dimmed" mt="xs">
            {t.draft}
          </Text>
        )}
      </div>
      <div className={`${layout.withAside} ${classes.campaign}`}>
        <Stack gap="lg">
          {isDraft ? (
            <CampaignPreview
              title={title}
              category={{ categoryValue: campaign.categoryName, englishName: categoryEnglishName }}
              endsDate={endsDate}
              detailsUrl={detailsUrl}
              rewards={rewards}
            />
          ) : (
            <CampaignFunnel clientId={clientId} campaignId={campaignId} />
          )}
          <Table
            items={rewards}
            label={t.rewards}
            idField="rewardId"
            columns={[t.rewards, t.claims, t.fulfilled]}
            figureColumns={2}
            hasCards
            empty={null}
          >
            {(reward) => <RewardCells reward={reward} />}
          </Table>
        </Stack>
        <div className={layout.aside}>
          <CampaignFacts clientId={clientId} campaign={campaign} />
          {!isDraft && <EndCampaign clientId={clientId} campaign={campaign} />}
        </div>
        {!isDraft && <CampaignClaims clientId={clientId} campaign={campaign} />}
      </div>
    </Stack>
  )
}

function CampaignFacts({ clientId, campaign }: { clientId: string; campaign: CampaignDetails }) {
  const { campaignId, externalId, detailsUrl, channels, categoryName: categoryValue, categoryEnglishName } = campaign
  const now = usePlatformTime()
  return (
    <section className="card" aria-label={t.facts}>
      <Facts isNarrow>
        <Fact name={app.application}>
          <CampaignApp clientId={clientId} />
        </Fact>
        <Fact name={app.webhook}>
          <CampaignWebhook clientId={clientId} />
        </Fact>
        <Fact name={t.id}>
          <CopyableText value={campaignId} />
        </Fact>
        {externalId !== null && (
          <Fact name={t.externalId}>
            <CopyableText value={externalId} />
          </Fact>
        )}
        {detailsUrl !== null && (
          <Fact name={t.detailsUrl}>
            <a style={{ overflowWrap: 'anywhere' }} href={detailsUrl} target="_blank" rel="noopener noreferrer">
              {detailsUrl}
            </a>
          </Fact>
        )}
        <Fact name={t.category}>{categoryName({ categoryValue, englishName: categoryEnglishName })}</Fact>
        <Fact name={t.period}>{formatPeriod(campaign, now)}</Fact>
        <Fact name={t.channels}>
          {channels === null ? (
            t.allChannels
          ) : (
            <Group component="ul" gap="0 12px">
              {channels.map(({ channelId, channelName }) => (
                <li key={channelId}>
                  <bdi>{channelName || channelId}</bdi>
                </li>
              ))}
            </Group>
          )}
        </Fact>
      </Facts>
    </section>
  )
}

function RewardCells({ reward }: { reward: CampaignDetails['rewards'][number] }) {
  const { rewardId, externalId, name, watchMinutes, imageUrl, claims, fulfilled } = reward
  return (
    <>
      <th scope="row">
        <Group gap="sm" wrap="nowrap" py={4}>
          <RewardPicture imageUrl={imageUrl} />
          <div>
            <bdi>{name}</bdi>{' '}
            <Text span size="sm" c="dimmed">
              {t.watchTime(watchMinutes)}
            </Text>
            <Text component="div" size="xs" c="dimmed">
              <CopyableText value={rewardId} />
            </Text>
            {externalId !== null && (
              <Text component="div" size="xs" c="dimmed">
                {t.externalId} <CopyableText value={externalId} />
              </Text>
            )}
          </div>
        </Group>
      </th>
      <td className={table.number} data-label={t.claims}>
        {formatClaimCount(claims)}
      </td>
      <td className={table.number} data-label={t.fulfilled}>
        {formatClaimCount(fulfilled)}
      </td>
    </>
  )
}

/** Publishes a draft, opens the form that changes the campaign, and deletes it before its start. */
function CampaignActions({ clientId, campaign }: { clientId: string; campaign: CampaignDetails }) {
  const { campaignId, isDraft, isEditable } = campaign
  const pathParams = { clientId, campaignId }
  const queries = useQueryClient()
  const navigate = useNavigate()
  const publish = useMutation({
    mutationFn: () => api(consoleApi.campaigns.publishCampaign, { pathParams }),
    onSettled: () => queries.invalidateQueries({ queryKey: ['campaigns'] }),
  })
  const remove = async () => {
    await api(consoleApi.campaigns.deleteCampaign, { pathParams })
    await navigate({ to: '/console/drops' })
    // This page may still be there for a moment, and would read a campaign that is gone.
    queries.removeQueries({ queryKey: campaignQuery(clientId, campaignId).queryKey, type: 'inactive' })
    await queries.invalidateQueries({ queryKey: ['campaigns', 'all'] })
  }
  return (
    <>
      <Group gap="xs">
        {isDraft && (
          <Button size="xs" loading={publish.isPending} onClick={() => publish.mutate()}>
            {t.publish}
          </Button>
        )}
        <ButtonLink size="xs" variant="default" to="/console/drops/$clientId/$campaignId/edit" params={pathParams}>
          {t.edit}
        </ButtonLink>
        {isEditable && (
          <ConfirmButton label={t.delete} title={t.deleteTitle} confirmLabel={t.delete} onConfirm={remove}>
            {t.deleteAbout}
          </ConfirmButton>
        )}
      </Group>
      {publish.error && (
        <Alert color="red" role="alert" title={t.publishFailed} w="100%">
          <ErrorText error={publish.error} />
        </Alert>
      )}
    </>
  )
}

/** Changes the end, or ends the campaign now. Existing claims stay. */
function EndCampaign({ clientId, campaign }: { clientId: string; campaign: CampaignDetails }) {
  const state = useCampaignState(campaign)
  const [draft, setDraft] = useDraft<string>('end')
  const newEnd = draft ?? ''
  const queries = useQueryClient()
  const end = useMutation({
    mutationFn: (endsDate: string | null) =>
      api(consoleApi.campaigns.endCampaign, {
        pathParams: { clientId, campaignId: campaign.campaignId },
        body: { endsDate },
      }),
    onSuccess: () => {
      setDraft(() => null)
      return queries.invalidateQueries({ queryKey: ['campaigns'] })
    },
  })
  if (state === 'OVER') return null
  return (
    <section className="card" aria-labelledby="end">
      <h2 id="end">{t.end}</h2>
      <Text size="sm" c="dimmed">
        {t.endAbout}
      </Text>
      <Group align="end" gap="sm" mt="sm">
        <TextInput
          type="datetime-local"
          label={t.newEnd}
          description={localZone(newEnd)}
          value={newEnd}
          onChange={({ currentTarget: { value } }) => setDraft(() => value)}
        />
        <Button
          variant="default"
          disabled={newEnd === ''}
          loading={end.isPending}
          onClick={() => end.mutate(new Date(newEnd).toISOString())}
        >
          {t.changeEnd}
        </Button>
        <ConfirmButton
          label={t.endNow}
          title={t.endTitle(campaign.title)}
          confirmLabel={t.confirmEnd}
          onConfirm={() => end.mutateAsync(null)}
          button={{ variant: 'default' }}
        >
          {t.endConsequences}
        </ConfirmButton>
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
