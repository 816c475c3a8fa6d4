import { Button, Text, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { consoleApi, limits } from '@onair/contract'
import { api } from '../../lib/api.ts'
import { strings } from '../../locales/index.ts'
import { ChannelIdentity } from '../../ui/channel-identity.tsx'
import { ErrorAlert } from '../../ui/error-alert.tsx'
import layout from '../../ui/layout.module.css'
import classes from './drops.module.css'

const { form: t } = strings('drops')

export type NamedChannel = { channelId: string; channelName: string }

type Props = {
  channels: readonly NamedChannel[]
  /** Channels that cannot be removed. */
  fixed: readonly NamedChannel[]
  onChange: (channels: NamedChannel[]) => void
}

/** The channels whose broadcasts count, found by exact name or id; none for all. */
export function ChannelsField({ channels, fixed, onChange }: Props) {
  const [input, setInput] = useState('')
  const isChosen = ({ channelId }: NamedChannel) => channels.some((one) => one.channelId === channelId)
  const add = (found: readonly NamedChannel[]) => {
    onChange([...channels, ...found.filter((one) => !isChosen(one))])
    setInput('')
    find.reset()
  }
  const find = useMutation({
    mutationFn: (nameOrId: string) => api(consoleApi.audience.findChannels, { query: { nameOrId } }),
    // Of several channels with one name, the user chooses.
    onSuccess: ({ data }) => data.length === 1 && add(data.map(toNamedChannel)),
  })
  const search = () => input.trim() !== '' && find.mutate(input.trim())
  return (
    <fieldset className={classes.rewards}>
      <legend className={layout.label}>{t.channels}</legend>
      <Text size="sm" c="dimmed">
        {fixed.length > 0 ? t.startedChannelsHint : t.channelsHint}
      </Text>
      {channels.length > 0 && <ChannelRows channels={channels} fixed={fixed} onChange={onChange} />}
      {channels.length < limits.channelsPerCampaign && (
        <div className={classes.channelInput}>
          <TextInput
            label={t.channel}
            value={input}
            onChange={(event) => setInput(event.currentTarget.value)}
            onKeyDown={(event) => {
              if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
              event.preventDefault()
              search()
            }}
            maxLength={200}
          />
          <Button variant="default" loading={find.isPending} onClick={search}>
            {t.addChannel}
          </Button>
        </div>
      )}
      <Text size="sm" c="dimmed" role="status">
        {find.data?.data.length === 0 && t.noChannel(find.variables ?? '')}
      </Text>
      {find.error && <ErrorAlert error={find.error} retry={search} />}
      {find.data && find.data.data.length > 1 && (
        <ul className={layout.rows} aria-label={t.channelsFound}>
          {find.data.data.map(toNamedChannel).map((found) => (
            <li key={found.channelId} className={layout.row}>
              <ChannelIdentity channelId={found.channelId} name={found.channelName} />
              <Button size="xs" variant="default" disabled={isChosen(found)} onClick={() => add([found])}>
                {t.addChannel}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </fieldset>
  )
}

function ChannelRows({ channels, fixed, onChange }: Props) {
  return (
    <ul className={`${layout.rows} card ${layout.spaceAbove}`} aria-label={t.channels}>
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
