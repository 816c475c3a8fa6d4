import { Alert, Button, Fieldset, Group, NumberInput, SimpleGrid, Stack, Text, TextInput } from '@mantine/core'
import { useForm, type UseFormReturnType } from '@mantine/form'
import { randomId } from '@mantine/hooks'
import { IconPlus } from '../../../ui/icons.tsx'
import { useState, type FormEvent, type ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { findHttpsUrlError, limits } from '@onair/contract'
import { useFormDraft } from '../../../lib/drafts.ts'
import { useErrorStrings } from '../../../lib/error-message.ts'
import { focusOnOpen } from '../../../lib/focus.ts'
import { localInputValue } from '../../../lib/local-input-value.ts'
import { dateMinuteFormat } from '../../../lib/time-format.ts'
import { strings } from '../../../locales/index.ts'
import { CampaignRewards } from './campaign-rewards.tsx'
import { CategorySelect, type NamedCategory } from '../../channels/category-select.tsx'
import { ChannelsField, type NamedChannel } from '../../channels/channels-field.tsx'
import { ErrorText } from '../../../ui/forms/error-text.tsx'
import { usePlatformTime } from '../../../lib/platform-time.ts'
import { localZone } from '../format-period.ts'
import { PictureField, type UploadedPicture } from './picture-field.tsx'
import layout from '../../../ui/layout.module.css'
import classes from '../pages/drops.module.css'

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
  detailsUrl: string
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
  /** After the start only the title, the details URL, the names of rewards and more channels can change. */
  hasStarted?: boolean
  errorTitle: string
  error: unknown
  /** `action` is the value of the button that was pressed. */
  onSubmit: (values: CampaignValues, action: string, clearDraft: () => void) => void
  /** The buttons, given whether the form was changed. */
  children: (isDirty: boolean) => ReactNode
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
  const { category, rewards, title } = form.values
  const [wasSubmitted, setSubmitted] = useState(false)
  const missingError = useErrorStrings()?.sentences.MISSING ?? 'MISSING'
  const isUrlWrong = !isDetailsUrl(form.values.detailsUrl)
  const errorIf = (isMissing: boolean) => (wasSubmitted && isMissing ? missingError : undefined)
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    flushSync(() => setSubmitted(true))
    const wrong = event.currentTarget.querySelector<HTMLInputElement>('input:is(:invalid, [aria-invalid="true"])')
    if (wrong === null) {
      const { submitter } = event.nativeEvent as SubmitEvent
      return onSubmit(form.values, submitter?.getAttribute('value') ?? '', draft.clear)
    }
    wrong.focus()
    // A value that the browser refuses, such as half a date, has no text at the field.
    if (wrong.ariaInvalid !== 'true') wrong.reportValidity()
  }
  return (
    <form onSubmit={submit} noValidate>
      <div className={classes.form}>
        <Stack gap="lg" className="card">
          <CampaignFields
            form={form}
            hasStarted={hasStarted}
            initialChannels={initialValues.channels}
            wasSubmitted={wasSubmitted}
            errorIf={errorIf}
          />
          <RewardFieldset form={form} clientId={clientId} hasStarted={hasStarted} errorIf={errorIf} />
        </Stack>
        <CampaignPreview
          title={title}
          category={category ?? undefined}
          endsDate={toIsoString(form.values.endsAt)}
          detailsUrl={isUrlWrong ? null : form.values.detailsUrl || null}
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
          <Group>{children(form.isDirty())}</Group>
        </Stack>
      </div>
    </form>
  )
}

type CampaignFormState = UseFormReturnType<CampaignValues>

type FieldsProps = {
  form: CampaignFormState
  hasStarted: boolean
  initialChannels: NamedChannel[]
  wasSubmitted: boolean
  errorIf: (isMissing: boolean) => string | undefined
}

/** The fields of the campaign itself. */
function CampaignFields({ form, hasStarted, initialChannels, wasSubmitted, errorIf }: FieldsProps) {
  const { category, channels, detailsUrl, endsAt, startsAt, title } = form.values
  const sentences = useErrorStrings()?.sentences
  const isEndEarly = endsAt !== '' && startsAt !== '' && endsAt <= startsAt
  return (
    <>
      <TextInput
        label={t.name}
        {...form.getInputProps('title')}
        error={errorIf(title === '')}
        maxLength={100}
        required
        ref={focusOnOpen}
      />
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
            placeholder={t.searchCategory}
            withAsterisk
            value={category}
            onChange={(selected) => form.setFieldValue('category', selected)}
            error={errorIf(category === null)}
          />
        </>
      )}
      <TextInput
        type="url"
        label={t.detailsUrl}
        description={t.detailsUrlHint}
        {...form.getInputProps('detailsUrl')}
        error={wasSubmitted && !isDetailsUrl(detailsUrl) && (sentences?.NOT_HTTPS_URL ?? 'NOT_HTTPS_URL')}
        maxLength={limits.campaignUrlLength}
      />
      {!(hasStarted && initialChannels.length === 0) && (
        <ChannelsField
          label={t.channels}
          hint={hasStarted ? t.startedChannelsHint : channels.length === 0 ? t.allChannelsHint : t.channelsHint}
          most={limits.channelsPerCampaign}
          channels={channels}
          fixed={hasStarted ? initialChannels : []}
          onChange={(changed) => form.setFieldValue('channels', changed)}
        />
      )}
      {!hasStarted && (
        <ScheduleFields
          form={form}
          endError={wasSubmitted && isEndEarly && (sentences?.END_BEFORE_START ?? 'END_BEFORE_START')}
        />
      )}
    </>
  )
}

/** The start and the end, in the time zone of the browser. */
function ScheduleFields({ form, endError }: { form: CampaignFormState; endError: ReactNode }) {
  return (
    <div>
      <SimpleGrid minColWidth="min(100%, 15rem)" autoFlow="auto-fit">
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
          error={endError}
        />
      </SimpleGrid>
      <PlatformTime />
    </div>
  )
}

type RewardProps = {
  form: CampaignFormState
  clientId: string
  hasStarted: boolean
  errorIf: (isMissing: boolean) => string | undefined
}

/** The rewards of the campaign, and a button that adds one. */
function RewardFieldset(props: RewardProps) {
  const { form, hasStarted } = props
  return (
    <Fieldset variant="unstyled">
      <legend className={layout.label}>{t.rewards}</legend>
      <Text size="sm" c="dimmed">
        {hasStarted ? t.startedRewardsHint : t.rewardsHint}
      </Text>
      <Stack gap="sm" mt="sm">
        {form.values.rewards.map((reward, index) => (
          <RewardFields key={reward.key} reward={reward} index={index} {...props} />
        ))}
        {!hasStarted && form.values.rewards.length < limits.rewardsPerCampaign && (
          <div>
            <Button
              variant="default"
              leftSection={<IconPlus size={16} aria-hidden="true" />}
              onClick={() => form.insertListItem('rewards', emptyReward())}
            >
              {t.add}
            </Button>
          </div>
        )}
      </Stack>
    </Fieldset>
  )
}

function RewardFields({
  form,
  clientId,
  hasStarted,
  errorIf,
  index,
  reward: { key, name, watchMinutes, picture },
}: RewardProps & { reward: FormReward; index: number }) {
  return (
    <section className={classes.reward} aria-labelledby={`reward ${key}`}>
      <Group justify="space-between" mih="1.875rem">
        <Text component="h2" size="md" fw={600} id={`reward ${key}`}>
          {t.reward(index + 1)}
        </Text>
        {!hasStarted && form.values.rewards.length > 1 && (
          <Button
            variant="default"
            size="xs"
            onClick={() => form.removeListItem('rewards', index)}
            aria-label={`${t.remove}: ${t.reward(index + 1)}`}
          >
            {t.remove}
          </Button>
        )}
      </Group>
      <TextInput
        label={t.rewardNameLabel}
        aria-label={t.rewardName(index + 1)}
        {...form.getInputProps(`rewards.${index}.name`)}
        error={errorIf(name === '')}
        maxLength={100}
        required
      />
      {!hasStarted && (
        <>
          <NumberInput
            label={t.minutes}
            {...form.getInputProps(`rewards.${index}.watchMinutes`)}
            error={errorIf(watchMinutes === '')}
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
        </>
      )}
      <PictureField
        clientId={clientId}
        reward={t.reward(index + 1)}
        picture={picture}
        onChange={(changed) => form.setFieldValue(`rewards.${index}.picture`, changed)}
      />
    </section>
  )
}

type PreviewedReward = { key?: string; rewardId?: string; name: string; watchMinutes: number; imageUrl: string | null }

/** A preview for viewers of a live that counts. */
export function CampaignPreview({
  title,
  category,
  endsDate,
  detailsUrl,
  rewards,
}: {
  title: string
  category: Omit<NamedCategory, 'categoryId'> | undefined
  endsDate: string | null
  detailsUrl: string | null
  rewards: readonly PreviewedReward[]
}) {
  return (
    <section aria-labelledby="preview">
      <Stack gap="sm">
        <h2 id="preview">{t.preview}</h2>
        <CampaignRewards
          isOpen
          campaign={{
            title: title.trim() === '' ? t.name : title,
            category,
            endsDate,
            detailsUrl,
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

/** Whether it is empty or an address with https. */
function isDetailsUrl(text: string): boolean {
  return text === '' || findHttpsUrlError(text) === null
}

/** A browser's date and time field holds a local time without a zone. */
export function toIsoString(local: string): string | null {
  return local === '' ? null : new Date(local).toISOString()
}

/** The local time of a date, to the minute. */
export function toLocalTime(date: string | null): string {
  return date === null ? '' : localInputValue(Date.parse(date)).slice(0, 16)
}
