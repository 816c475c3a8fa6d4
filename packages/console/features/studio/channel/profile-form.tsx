import { ActionIcon, Button, Group, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { consoleApi, findHttpsUrlError, limits, type ChannelLink } from '@onair/contract'
import { api } from '../../../lib/api.ts'
import { strings } from '../../../locales/index.ts'
import { EditForm } from '../../../ui/forms/edit-form.tsx'
import { IconPlus, IconX } from '../../../ui/icons.tsx'
import { ownProfileQuery, type OwnProfile } from './profile-query.ts'

const { text: t } = strings('profile')

type Values = { introduction: string; links: readonly ChannelLink[] }

/** The introduction and the links of the channel. */
export function ProfileForm({ profile: { introduction, links } }: { profile: OwnProfile }) {
  const queries = useQueryClient()
  const save = async (changes: Partial<Values>) => {
    await api(consoleApi.profile.updateProfile, {
      body: {
        ...(changes.introduction !== undefined && { introduction: changes.introduction }),
        ...(changes.links !== undefined && { links: changes.links.filter(isFilled) }),
      },
    })
    await queries.invalidateQueries(ownProfileQuery)
  }
  return (
    <EditForm<Values> label={t.title} savedValues={{ introduction, links }} save={save} isInvalid={isInvalid}>
      {(values, set) => (
        <>
          <h2>{t.title}</h2>
          <Textarea
            label={t.introduction}
            description={t.introductionHint(countOf(values.introduction))}
            value={values.introduction}
            onChange={({ currentTarget: { value } }) => set({ introduction: value })}
            maxLength={limits.textCodeUnits}
            autosize
            minRows={4}
            maxRows={14}
          />
          <Stack gap="xs" component="fieldset">
            <Text component="legend" fw={500} size="sm">
              {t.links}
            </Text>
            <Text size="xs" c="dimmed">
              {t.linksHint}
            </Text>
            {values.links.map((link, at) => (
              <LinkFields
                key={at}
                link={link}
                onChange={(changed) => set({ links: values.links.with(at, changed) })}
                onRemove={() => set({ links: values.links.toSpliced(at, 1) })}
              />
            ))}
            {values.links.length < limits.channelLinks && (
              <Button
                size="compact-sm"
                variant="subtle"
                w="max-content"
                leftSection={<IconPlus size={14} aria-hidden="true" />}
                onClick={() => set({ links: [...values.links, { label: '', url: '' }] })}
              >
                {t.add}
              </Button>
            )}
          </Stack>
        </>
      )}
    </EditForm>
  )
}

type LinkProps = { link: ChannelLink; onChange: (link: ChannelLink) => void; onRemove: () => void }

function LinkFields({ link, onChange, onRemove }: LinkProps) {
  return (
    <Group gap="xs" wrap="nowrap" align="start">
      <TextInput
        aria-label={t.label}
        placeholder={t.label}
        value={link.label}
        onChange={({ currentTarget: { value } }) => onChange({ ...link, label: value })}
        maxLength={limits.linkLabelLength}
        flex="0 1 11rem"
      />
      <TextInput
        aria-label={t.url}
        placeholder={t.urlPlaceholder}
        type="url"
        value={link.url}
        onChange={({ currentTarget: { value } }) => onChange({ ...link, url: value.trim() })}
        error={
          link.url !== '' && link.url !== 'https://' && !isPartOfUrl(link.url) && findHttpsUrlError(link.url) !== null
        }
        maxLength={500}
        flex="1 1 16rem"
      />
      <ActionIcon variant="subtle" color="ink" size="lg" aria-label={t.remove(link.label)} onClick={onRemove}>
        <IconX size={16} aria-hidden="true" />
      </ActionIcon>
    </Group>
  )
}

/** Whether what is typed can still become an address. */
const isPartOfUrl = (text: string) => 'https://'.startsWith(text)
const isFilled = ({ label, url }: ChannelLink) => label.trim() !== '' || url !== ''
const isWrong = ({ label, url }: ChannelLink) => label.trim() === '' || findHttpsUrlError(url) !== null
const countOf = (text: string) => Array.from(text.normalize('NFC').trim()).length

function isInvalid({ introduction, links }: Values): boolean {
  return countOf(introduction) > limits.introductionLength || links.filter(isFilled).some(isWrong)
}
