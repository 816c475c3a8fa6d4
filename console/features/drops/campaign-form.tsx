import { Alert, Button, Group, NumberInput, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { randomId } from '@mantine/hooks'
import type { ReactNode } from 'react'
import { limits } from '@onair/contract'
import { useFormDraft } from '../../lib/drafts.ts'
import { dateMinuteFormat } from '../../lib/time-format.ts'
import { strings } from '../../locales/index.ts'
import { CampaignRewards } from '../../ui/campaign-rewards.tsx'
import { CategorySelect, type NamedCategory } from '../../ui/category-select.tsx'
import { ChannelsField, type NamedChannel } from '../../ui/channels-field.tsx'
import { ErrorText } from '../../ui/error-text.tsx'
import { usePlatformTime } from '../../lib/platform-time.ts'
import { localZone } from './format-period.ts'
import { PictureField, type UploadedPicture } from './picture-field.tsx'
import layout from '../../ui/layout.module.css'
import classes from './drops.module.css'

const { form: t } = strings('drops')
const { drops: viewerTexts } = strings('watch')

type FormReward = {
  key: string
  rewardId?: string
  name: string
  watchMinutes: number | string
  externalId: string
  picture: UploadedPicture | null
}
export type CampaignValues = {
  title: string
  externalId: string
  category: NamedCategory | null
  /** None for all channels. */
  channels: NamedChannel[]
  startsAt: string
  endsAt: string
  rewards: FormReward[]
}

type Props = {
  clientId: string
  /** The name of the form in the drafts of the browser. */
  name: string
  initialValues: CampaignValues
  /** After the start, only the title, the names of rewards and more channels. */
  hasStarted?: boolean
  errorTitle: string
  error: unknown
  /** `action` is the value of the button that was pressed. */
  onSubmit: (values: CampaignValues, action: string, clearDraft: () => void) => void
  /** The buttons, given whether the form can be sent, and whether it was changed. */
  children: (canSubmit: boolean, isDirty: boolean) => ReactNode
}

/** The fields of a campaign, and what viewers will see. */
export function CampaignForm({
  clientId,
  name,
  initialValues,
  hasStarted = false,
  errorTitle,
  error,
  onSubmit,
  children,
}: Props) {
  const form = useForm<CampaignValues>({ initialValues, onValuesChange: (values) => draft.store(values) })
  const draft = useFormDraft<CampaignValues>(name, form.setValues)
  const { category, channels, rewards, title } = form.values
  return (
    <form
      onSubmit={form.onSubmit((values, event) => {
        const submitter = (event?.nativeEvent as SubmitEvent | undefined)?.submitter
        onSubmit(values, submitter?.getAttribute('value') ?? '', draft.clear)
      })}
    >
      <div className={classes.form}>
        <Stack gap="lg">
          <TextInput label={t.name} {...form.getInputProps('title')} maxLength={100} required data-autofocus />
          {!hasStarted && (
            <>
              <TextInput
                label={t.externalId}
                description={t.campaignExternalIdHint}
                {...form.getInputProps('externalId')}
                maxLength={100}
              />
              <CategorySelect
                description={t.categoryHint}
                withAsterisk
                value={category}
                onChange={(selected) => form.setFieldValue('category', selected)}
              />
            </>
          )}
          {!(hasStarted && initialValues.channels.length === 0) && (
            <ChannelsField
              label={t.channels}
              hint={hasStarted ? t.startedChannelsHint : t.channelsHint}
              most={limits.channelsPerCampaign}
              channels={channels}
              fixed={hasStarted ? initialValues.channels : []}
              onChange={(changed) => form.setFieldValue('channels', changed)}
            />
          )}
          {!hasStarted && (
            <div>
              <div className={classes.twoFields}>
                <TextInput
                  type="datetime-local"
                  label={t.start}
                  description={`${t.startHint} ${localZone(form.values.startsAt)}`}
                  {...form.getInputProps('startsAt')}
                />
                <TextInput
                  type="datetime-local"
                  label={t.end}
                  description={`${t.endHint} ${localZone(form.values.endsAt)}`}
                  {...form.getInputProps('endsAt')}
                />
              </div>
              <PlatformTime />
            </div>
          )}
          <fieldset className={classes.rewards}>
            <legend className={layout.label}>{t.rewards}</legend>
            <Text size="sm" c="dimmed">
              {hasStarted ? t.startedRewardsHint : t.rewardsHint}
            </Text>
            <Stack gap="sm" mt="sm">
              {rewards.map(({ key, picture }, index) => (
                <div key={key} className={classes.reward}>
                  <TextInput
                    label={t.rewardName(index + 1)}
                    {...form.getInputProps(`rewards.${index}.name`)}
                    maxLength={100}
                    required
                  />
                  {!hasStarted && (
                    <>
                      <NumberInput
                        label={t.minutes}
                        {...form.getInputProps(`rewards.${index}.watchMinutes`)}
                        allowDecimal={false}
                        min={0}
                        max={1_000_000}
                        required
                      />
                      <TextInput
                        label={t.externalId}
                        aria-label={t.rewardExternalId(index + 1)}
                        {...form.getInputProps(`rewards.${index}.externalId`)}
                        maxLength={100}
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
                    </>
                  )}
                  <PictureField
                    clientId={clientId}
                    reward={t.reward(index + 1)}
                    picture={picture}
                    onChange={(changed) => form.setFieldValue(`rewards.${index}.picture`, changed)}
                  />
                </div>
              ))}
              {!hasStarted && rewards.length < limits.rewardsPerCampaign && (
                <div>
                  <Button variant="default" size="xs" onClick={() => form.insertListItem('rewards', emptyReward())}>
                    {t.add}
                  </Button>
                </div>
              )}
            </Stack>
          </fieldset>
        </Stack>
        <CampaignPreview
          title={title}
          rewards={rewards.map(({ watchMinutes, picture, ...reward }) => ({
            ...reward,
            watchMinutes: Number(watchMinutes),
            imageUrl: picture?.imageUrl ?? null,
          }))}
        />
        <Stack gap="lg">
          {error !== null && (
            <Alert color="red" role="alert" title={errorTitle}>
              <ErrorText error={error} />
            </Alert>
          )}
          <Group>
            {children(category !== null, form.isDirty())}
            {category === null && (
              <Text size="sm" c="dimmed">
                {t.needsCategory}
              </Text>
            )}
          </Group>
        </Stack>
      </div>
    </form>
  )
}

type PreviewedReward = { key?: string; rewardId?: string; name: string; watchMinutes: number; imageUrl: string | null }

/** What viewers of a broadcast that counts will see. */
export function CampaignPreview({ title, rewards }: { title: string; rewards: readonly PreviewedReward[] }) {
  return (
    <section aria-labelledby="preview">
      <Stack gap="sm">
        <h2 id="preview">{t.preview}</h2>
        <CampaignRewards
          isOpen
          campaign={{
            title: title.trim() === '' ? t.name : title,
            watchedMinutes: 0,
            rewards: rewards.map(({ key, rewardId = key ?? '', name, watchMinutes, imageUrl }, index) => ({
              rewardId,
              name: name.trim() === '' ? t.reward(index + 1) : name,
              watchMinutes,
              imageUrl,
            })),
          }}
          renderAction={({ name }) => (
            <Button size="xs" disabled aria-label={viewerTexts.claimReward(name)}>
              {viewerTexts.claim}
            </Button>
          )}
        />
      </Stack>
    </section>
  )
}

function PlatformTime() {
  return (
    <Text size="sm" c="dimmed" className={layout.spaceAbove}>
      {t.now(dateMinuteFormat.format(usePlatformTime()))}
    </Text>
  )
}

export function emptyReward(): FormReward {
  return { key: randomId(), name: '', watchMinutes: 60, externalId: '', picture: null }
}

/** A browser's date and time field holds a local time without a zone. */
export function toIsoString(local: string): string | null {
  return local === '' ? null : new Date(local).toISOString()
}

/** The local time of a date, to the minute. */
export function toLocalTime(date: string | null): string {
  if (date === null) return ''
  const at = new Date(date)
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}
