import { Autocomplete, Button, Fieldset, Group, Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { consoleApi } from '@onair/contract'
import { api } from '../../lib/api.ts'
import { useDraft } from '../../lib/drafts.ts'
import { strings } from '../../locales/index.ts'
import { ChannelIdentity } from './channel-identity.tsx'
import { ErrorAlert } from '../../ui/error-alert.tsx'
import layout from '../../ui/layout.module.css'

const { channelsField: t } = strings('common')

export type NamedChannel = { channelId: string; channelName: string }

const suggestionsShown = 8

type Props = {
  label: string
  hint: string
  /** The highest number of channels. */
  most: number
  channels: readonly NamedChannel[]
  /** Channels that cannot be removed. */
  fixed?: readonly NamedChannel[]
  onChange: (channels: NamedChannel[]) => void
}

/** A list of channels, found by exact name or id. Names that contain the typed text are suggested. */
export function ChannelsField({ label, hint, most, channels, fixed = [], onChange }: Props) {
  const [draft, setDraft] = useDraft<string>(label)
  const input = draft ?? ''
  const [isRefused, setRefused] = useState(false)
  const isChosen = ({ channelId }: NamedChannel) => channels.some((one) => one.channelId === channelId)
  const add = (found: readonly NamedChannel[]) => {
    onChange([...channels, ...found.filter((one) => !isChosen(one))])
    setDraft(() => null)
    find.reset()
  }
  const find = useMutation({
    mutationFn: (nameOrId: string) => api(consoleApi.audience.findChannels, { query: { nameOrId } }),
    // The user chooses between several channels with one name.
    onSuccess: ({ data }) => data.length === 1 && add(data.map(toNamedChannel)),
  })
  const suggestions = useQuery(suggestionQuery(useDebouncedValue(input.trim(), 200)[0])).data
  const isMissing = isRefused && input.trim() !== ''
  const isUnknown = find.data?.data.length === 0 && input.trim() === find.variables
  const search = () => input.trim() !== '' && find.mutate(input.trim())
  return (
    <Fieldset variant="unstyled">
      <legend className={layout.label}>{label}</legend>
      <Text size="sm" c="dimmed">
        {hint}
      </Text>
      {channels.length > 0 && <ChannelRows label={label} channels={channels} fixed={fixed} onChange={onChange} />}
      {channels.length < most && (
        <Group align="end" gap="sm" mt="sm" wrap="nowrap">
          <Autocomplete
            flex={1}
            // A form with a channel that was typed and not added is not sent.
            ref={(element) => element?.setCustomValidity(input.trim() === '' ? '' : t.notAdded)}
            label={t.channel}
            value={input}
            onChange={(value) => {
              setRefused(false)
              setDraft(() => value)
            }}
            data={input.trim() === '' ? [] : (suggestions ?? [])}
            filter={({ options }) => options}
            onOptionSubmit={(name) => find.mutate(name)}
            error={isMissing}
            onInvalid={(event) => {
              event.preventDefault()
              event.currentTarget.focus()
              setRefused(true)
            }}
            onKeyDown={(event) => {
              if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
              event.preventDefault()
              search()
            }}
            maxLength={200}
          />
          <Button variant="default" loading={find.isPending} onClick={search}>
            {t.add}
          </Button>
        </Group>
      )}
      <Text size="sm" c={isMissing || isUnknown ? 'var(--color-danger)' : 'dimmed'} role="status">
        {isUnknown ? t.none(find.variables ?? '') : isMissing && t.notAdded}
      </Text>
      {find.error && <ErrorAlert error={find.error} retry={search} />}
      {find.data && find.data.data.length > 1 && (
        <ul className={layout.rows} aria-label={t.found}>
          {find.data.data.map(toNamedChannel).map((found) => (
            <li key={found.channelId} className={layout.row}>
              <ChannelIdentity channelId={found.channelId} name={found.channelName} />
              <Button size="xs" variant="default" disabled={isChosen(found)} onClick={() => add([found])}>
                {t.add}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </Fieldset>
  )
}

/** The names of channels that contain the text, live ones first. Equal names are one suggestion. */
function suggestionQuery(text: string) {
  return {
    queryKey: ['channels', 'suggestions', text],
    queryFn: async () => {
      const [live, offline] = await Promise.all([
        api(consoleApi.watch.searchLives, { query: { text, size: suggestionsShown } }),
        api(consoleApi.watch.findOfflineChannels, { query: { text } }),
      ])
      const names = [...live.data, ...offline.data].map(({ channelName }) => channelName)
      const matching = names.filter((name) => name.toLowerCase().includes(text.toLowerCase()))
      return [...new Set(matching)].slice(0, suggestionsShown)
    },
    enabled: text !== '' && text.length <= 100,
  }
}

function ChannelRows({ label, channels, fixed, onChange }: Required<Omit<Props, 'hint' | 'most'>>) {
  return (
    <ul className={`${layout.rows} card ${layout.spaceAbove}`} aria-label={label}>
      {channels.map(({ channelId, channelName }) => (
        <li key={channelId} className={layout.row}>
          <ChannelIdentity channelId={channelId} name={channelName} />
          {!fixed.some((one) => one.channelId === channelId) && (
            <Button
              size="xs"
              variant="default"
              aria-label={`${t.remove}: ${channelName}`}
              onClick={() => onChange(channels.filter((one) => one.channelId !== channelId))}
            >
              {t.remove}
            </Button>
          )}
        </li>
      ))}
    </ul>
  )
}

function toNamedChannel({ channelId, channelName }: NamedChannel): NamedChannel {
  return { channelId, channelName }
}
