import { Button, Stack } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { consoleApi } from '@onair/contract'
import { api } from '../../../lib/api.ts'
import { strings } from '../../../locales/index.ts'
import { ButtonLink } from '../../../ui/links.tsx'
import { PageTitle } from '../../../ui/page-title.tsx'
import { CampaignApp } from '../components/campaign-app.tsx'
import { CampaignForm, emptyReward, toIsoString, type CampaignValues } from '../components/campaign-form.tsx'
import layout from '../../../ui/layout.module.css'

const { create: t } = strings('drops')

/** The form that creates a campaign, or a draft of one. */
export function CreateCampaign() {
  const { clientId } = useParams({ from: '/console/drops/$clientId/new' })
  const navigate = useNavigate()
  const queries = useQueryClient()
  const create = useMutation({
    mutationFn: ({ values, isDraft }: Submission) =>
      api(consoleApi.campaigns.createCampaign, {
        pathParams: { clientId },
        body: {
          title: values.title,
          externalId: values.externalId === '' ? null : values.externalId,
          detailsUrl: values.detailsUrl === '' ? null : values.detailsUrl,
          categoryId: values.category?.categoryId ?? '',
          channelIds: values.channels.length === 0 ? null : values.channels.map(({ channelId }) => channelId),
          isDraft,
          startsDate: toIsoString(values.startsAt),
          endsDate: toIsoString(values.endsAt),
          rewards: values.rewards.map(({ name, watchMinutes, externalId, picture }) => ({
            name,
            watchMinutes: Number(watchMinutes),
            externalId: externalId === '' ? null : externalId,
            pictureId: picture?.pictureId ?? null,
          })),
        },
      }),
    onSuccess: async ({ campaignId }, { clearDraft }) => {
      clearDraft()
      await queries.invalidateQueries({ queryKey: ['campaigns'] })
      await navigate({ to: '/console/drops/$clientId/$campaignId', params: { clientId, campaignId } })
    },
  })
  const pendingDraft = create.isPending && create.variables.isDraft
  return (
    <Stack gap="lg">
      <div>
        <Link className={layout.backLink} to="/console/drops">
          ← {t.all}
        </Link>
        <PageTitle description={<CampaignApp clientId={clientId} />}>{t.title}</PageTitle>
      </div>
      <CampaignForm
        clientId={clientId}
        name="campaign"
        initialValues={emptyCampaign()}
        errorTitle={t.failed}
        error={create.error}
        onSubmit={(values, action, clearDraft) => create.mutate({ values, isDraft: action === 'draft', clearDraft })}
      >
        {() => (
          <>
            <Button type="submit" loading={create.isPending && !pendingDraft}>
              {t.create}
            </Button>
            <Button type="submit" value="draft" variant="default" loading={pendingDraft}>
              {t.saveDraft}
            </Button>
            <ButtonLink to="/console/drops" variant="default">
              {t.cancel}
            </ButtonLink>
          </>
        )}
      </CampaignForm>
    </Stack>
  )
}

type Submission = { values: CampaignValues; isDraft: boolean; clearDraft: () => void }

function emptyCampaign(): CampaignValues {
  return {
    title: '',
    externalId: '',
    detailsUrl: '',
    category: null,
    channels: [],
    startsAt: '',
    endsAt: '',
    rewards: [emptyReward()],
  }
}
