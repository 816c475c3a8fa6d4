import { Alert, Button, Stack } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { consoleApi, type BodyOf } from '@onair/contract'
import { api, isNotFound } from '../../../lib/api.ts'
import { strings } from '../../../locales/index.ts'
import { ErrorAlert } from '../../../ui/error-alert.tsx'
import { ButtonLink } from '../../../ui/links.tsx'
import { Loading } from '../../../ui/loading.tsx'
import { NotFound } from '../../../ui/not-found.tsx'
import { PageTitle } from '../../../ui/page-title.tsx'
import { CampaignApp } from '../components/campaign-app.tsx'
import { CampaignForm, toIsoString, toLocalTime, type CampaignValues } from '../components/campaign-form.tsx'
import { campaignQuery, type CampaignDetails } from '../queries.ts'
import layout from '../../../ui/layout.module.css'

const { edit: t } = strings('drops')

/** The form that changes a campaign: everything before the start, and what viewers lose nothing by after it. */
export function EditCampaign() {
  const { clientId, campaignId } = useParams({ from: '/console/drops/$clientId/$campaignId/edit' })
  const { data: campaign, error, refetch } = useQuery(campaignQuery(clientId, campaignId))
  if (isNotFound(error)) return <NotFound />
  if (!campaign) return error ? <ErrorAlert error={error} refetch={() => void refetch()} /> : <Loading />
  // A campaign that starts while the form is open becomes the other form.
  return <EditForm key={String(campaign.isEditable)} clientId={clientId} campaign={campaign} />
}

function EditForm({ clientId, campaign }: { clientId: string; campaign: CampaignDetails }) {
  const { campaignId, isEditable } = campaign
  const [initialValues] = useState(() => toValues(campaign))
  const navigate = useNavigate()
  const queries = useQueryClient()
  const pathParams = { clientId, campaignId }
  const save = useMutation({
    mutationFn: ({ values }: { values: CampaignValues; clearDraft: () => void }) =>
      api(consoleApi.campaigns.updateCampaign, { pathParams, body: toChanges(values, initialValues, isEditable) }),
    onSuccess: async (_, { clearDraft }) => {
      clearDraft()
      await queries.invalidateQueries({ queryKey: ['campaigns'] })
      await navigate({ to: '/console/drops/$clientId/$campaignId', params: pathParams })
    },
    // The campaign may have started.
    onError: () => queries.invalidateQueries({ queryKey: ['campaigns'] }),
  })
  return (
    <Stack gap="lg">
      <div>
        <Link className={layout.backLink} to="/console/drops/$clientId/$campaignId" params={pathParams}>
          ← <bdi>{campaign.title}</bdi>
        </Link>
        <PageTitle description={<CampaignApp clientId={clientId} />}>{t.title}</PageTitle>
      </div>
      {!isEditable && (
        <Alert color="ink" maw={680}>
          {t.started(campaign.channels !== null)}
        </Alert>
      )}
      <CampaignForm
        clientId={clientId}
        name={`edit ${isEditable}`}
        initialValues={initialValues}
        hasStarted={!isEditable}
        errorTitle={t.failed}
        error={save.error}
        onSubmit={(values, _, clearDraft) => save.mutate({ values, clearDraft })}
      >
        {(isDirty) => (
          <>
            <Button type="submit" loading={save.isPending} disabled={!isDirty}>
              {t.save}
            </Button>
            <ButtonLink to="/console/drops/$clientId/$campaignId" params={pathParams} variant="default">
              {t.cancel}
            </ButtonLink>
          </>
        )}
      </CampaignForm>
    </Stack>
  )
}

function toValues({
  title,
  externalId,
  detailsUrl,
  channels,
  startsDate,
  endsDate,
  rewards,
  ...campaign
}: CampaignDetails) {
  return {
    title,
    externalId: externalId ?? '',
    detailsUrl: detailsUrl ?? '',
    category: {
      categoryId: campaign.categoryId,
      categoryValue: campaign.categoryName,
      englishName: campaign.categoryEnglishName,
    },
    channels: channels ?? [],
    startsAt: toLocalTime(startsDate),
    endsAt: toLocalTime(endsDate),
    rewards: rewards.map(({ rewardId, name, watchMinutes, externalId, pictureId, imageUrl }) => ({
      key: rewardId,
      rewardId,
      name,
      watchMinutes,
      externalId: externalId ?? '',
      picture: pictureId === null || imageUrl === null ? null : { pictureId, imageUrl },
    })),
  } satisfies CampaignValues
}

type Changes = BodyOf<typeof consoleApi.campaigns.updateCampaign>

/** The dates are sent where they changed: the fields show them to the minute. */
function toChanges(values: CampaignValues, initial: CampaignValues, isEditable: boolean): Changes {
  const changes = {
    title: values.title,
    detailsUrl: values.detailsUrl === '' ? null : values.detailsUrl,
    channelIds: values.channels.length === 0 ? null : values.channels.map(({ channelId }) => channelId),
    rewards: values.rewards.map(({ rewardId, name, watchMinutes, externalId, picture }) => ({
      ...(rewardId !== undefined && { rewardId }),
      name,
      watchMinutes: Number(watchMinutes),
      externalId: externalId === '' ? null : externalId,
      pictureId: picture?.pictureId ?? null,
    })),
  }
  if (!isEditable) return changes
  return {
    ...changes,
    externalId: values.externalId === '' ? null : values.externalId,
    categoryId: values.category?.categoryId ?? '',
    ...(values.startsAt !== initial.startsAt && { startsDate: toIsoString(values.startsAt) }),
    ...(values.endsAt !== initial.endsAt && { endsDate: toIsoString(values.endsAt) }),
  }
}
