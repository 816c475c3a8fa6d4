import { Alert, Button, Group, NumberInput, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { randomId } from '@mantine/hooks'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { consoleApi, limits } from '@onair/contract'
import { api } from '../../lib/api.ts'
import { useFormDraft } from '../../lib/drafts.ts'
import { language, strings } from '../../locales/index.ts'
import { CategorySelect, type Category } from '../../ui/category-select.tsx'
import { ButtonLink } from '../../ui/links.tsx'
import { ErrorText } from '../../ui/error-text.tsx'
import { PageTitle } from '../../ui/page-title.tsx'
import { usePlatformTime } from '../../lib/platform-time.ts'
import layout from '../../ui/layout.module.css'
import classes from './drops.module.css'

const { create: t } = strings('drops')

const dateTimeFormat = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' })

type CampaignForm = {
  title: string
  category: Category | null
  startsAt: string
  endsAt: string
  rewards: { key: string; name: string; watchMinutes: number | string }[]
}

/** The form that creates a campaign: title, category, period and rewards. */
export function CreateCampaign() {
  const { clientId } = useParams({ from: '/console/drops/$clientId/new' })
  const now = usePlatformTime()
  const form = useForm<CampaignForm>({
    initialValues: { title: '', category: null, startsAt: '', endsAt: '', rewards: [emptyReward()] },
    onValuesChange: (values) => draft.store(values),
  })
  const draft = useFormDraft<CampaignForm>('campaign', form.setValues)
  const navigate = useNavigate()
  const queries = useQueryClient()
  const create = useMutation({
    mutationFn: ({ title, category, startsAt, endsAt, rewards }: CampaignForm) =>
      api(consoleApi.campaigns.createCampaign, {
        pathParams: { clientId },
        body: {
          title,
          categoryId: category?.categoryId ?? '',
          startsDate: toIsoString(startsAt),
          endsDate: toIsoString(endsAt),
          rewards: rewards.map(({ name, watchMinutes }) => ({ name, watchMinutes: Number(watchMinutes) })),
        },
      }),
    onSuccess: async ({ campaignId }) => {
      draft.clear()
      await queries.invalidateQueries({ queryKey: ['campaigns'] })
      await navigate({ to: '/console/drops/$clientId/$campaignId', params: { clientId, campaignId } })
    },
  })
  const { category, rewards } = form.values
  return (
    <form onSubmit={form.onSubmit((values) => create.mutate(values))}>
      <Stack gap="lg" maw={680}>
        <div>
          <Link className={layout.backLink} to="/console/drops">
            ← {t.all}
          </Link>
          <PageTitle>{t.title}</PageTitle>
        </div>
        <TextInput label={t.name} {...form.getInputProps('title')} maxLength={100} required data-autofocus />
        <CategorySelect
          description={t.categoryHint}
          withAsterisk
          value={category}
          onChange={(selected) => form.setFieldValue('category', selected)}
        />
        <div>
          <div className={classes.twoFields}>
            <TextInput
              type="datetime-local"
              label={t.start}
              description={t.startHint}
              {...form.getInputProps('startsAt')}
            />
            <TextInput type="datetime-local" label={t.end} description={t.endHint} {...form.getInputProps('endsAt')} />
          </div>
          <Text size="sm" c="dimmed" className={layout.spaceAbove}>
            {t.now(dateTimeFormat.format(now))}
          </Text>
        </div>
        <fieldset className={classes.rewards}>
          <legend className={layout.label}>{t.rewards}</legend>
          <Text size="sm" c="dimmed">
            {t.rewardsHint}
          </Text>
          <Stack gap="sm" mt="sm">
            {rewards.map(({ key }, index) => (
              <div key={key} className={classes.reward}>
                <TextInput
                  label={t.reward(index + 1)}
                  {...form.getInputProps(`rewards.${index}.name`)}
                  maxLength={100}
                  required
                />
                <NumberInput
                  label={t.minutes}
                  {...form.getInputProps(`rewards.${index}.watchMinutes`)}
                  allowDecimal={false}
                  min={0}
                  max={1_000_000}
                  required
                />
                {rewards.length > 1 && (
                  <Button
                    variant="default"
                    size="sm"
                    onClick={() => form.removeListItem('rewards', index)}
                    aria-label={`${t.remove}: ${t.reward(index + 1)}`}
                  >
                    {t.remove}
                  </Button>
                )}
              </div>
            ))}
            {rewards.length < limits.rewardsPerCampaign && (
              <div>
                <Button variant="default" size="xs" onClick={() => form.insertListItem('rewards', emptyReward())}>
                  {t.add}
                </Button>
              </div>
            )}
          </Stack>
        </fieldset>
        {create.error && (
          <Alert color="red" role="alert" title={t.failed}>
            <ErrorText error={create.error} />
          </Alert>
        )}
        <Group>
          <Button type="submit" loading={create.isPending} disabled={category === null}>
            {t.create}
          </Button>
          <ButtonLink to="/console/drops" variant="default">
            {t.cancel}
          </ButtonLink>
        </Group>
      </Stack>
    </form>
  )
}

function emptyReward(): CampaignForm['rewards'][number] {
  return { key: randomId(), name: '', watchMinutes: 60 }
}

/** A browser's date and time field holds a local time without a zone. */
function toIsoString(local: string): string | null {
  return local === '' ? null : new Date(local).toISOString()
}
