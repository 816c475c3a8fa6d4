import { Group, Stack, Text, TextInput } from '@mantine/core'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useState, type KeyboardEvent } from 'react'
import { consoleApi, type ViewerStatus } from '@onair/contract'
import { api } from '../../../lib/api.ts'
import { strings } from '../../../locales/index.ts'
import type { ChannelDetails } from '../queries.ts'
import { watchProofOf } from '../viewer-claims.ts'
import classes from './chat.module.css'
import layout from '../../../ui/layout.module.css'

const { input: t } = strings('watch')

const emoticonsQuery = (channelId: string) =>
  queryOptions({
    queryKey: ['emoticons', channelId],
    queryFn: () => api(consoleApi.uploads.listEmoticons, { pathParams: { channelId }, query: watchProofOf(channelId) }),
    staleTime: 30_000,
  })

type Props = {
  channel: ChannelDetails
  viewer: ViewerStatus
  onPick: (name: string) => void
  onKeyDown: (event: KeyboardEvent) => void
}

type Emoticon = { name: string; url: string; months: number }

/** The emoticons of the channel, then those of the site, by name. The viewer cannot pick those for subscribers of more months. */
export default function EmoticonPicker({ channel, viewer, onPick, onKeyDown }: Props) {
  const { channelId, channelName, emoticons } = channel
  const [text, setText] = useState('')
  const own = useQuery(emoticonsQuery(channelId)).data?.data ?? []
  const months = viewer.role === 'common_user' ? (viewer.subscription?.month ?? 0) : Infinity
  const site = Object.entries(emoticons).map(([name, url]) => ({ name, url, months: 0 }))
  const hasText = ({ name }: Emoticon) =>
    [name, labelOf(name)].some((one) => one.toLowerCase().includes(text.trim().toLowerCase()))
  const groups: [title: string, found: Emoticon[]][] = [
    [t.channelEmoticons(channelName), own.filter(hasText)],
    [t.siteEmoticons, site.filter(hasText)],
  ]
  const shown = groups.filter(([, found]) => found.length > 0)
  return (
    <Stack gap={4} px={4} pb="xs" role="group" aria-label={t.emoticons}>
      <TextInput
        size="xs"
        type="search"
        aria-label={t.searchEmoticons}
        placeholder={t.searchEmoticons}
        value={text}
        onChange={({ currentTarget: { value } }) => setText(value)}
        onKeyDown={(event) => {
          // Enter would send the message.
          if (event.key === 'Enter') event.preventDefault()
          else onKeyDown(event)
        }}
      />
      <div className={classes.emoticons}>
        {shown.map(([title, found]) => (
          <section key={title} aria-label={title}>
            <h3>{title}</h3>
            <Group gap={4}>
              {found.map((emoticon) => (
                <EmoticonButton
                  key={emoticon.url}
                  emoticon={emoticon}
                  isLocked={emoticon.months > months}
                  onPick={onPick}
                  onKeyDown={onKeyDown}
                />
              ))}
            </Group>
          </section>
        ))}
        <Text size="sm" c="dimmed" role="status" className={classes.done}>
          {shown.length === 0 ? t.noEmoticon : own.some((one) => one.months > months) ? t.lockedEmoticons : ''}
        </Text>
      </div>
    </Stack>
  )
}

type ButtonProps = Pick<Props, 'onPick' | 'onKeyDown'> & { emoticon: Emoticon; isLocked: boolean }

function EmoticonButton({ emoticon: { name, url }, isLocked, onPick, onKeyDown }: ButtonProps) {
  const label = isLocked ? t.emoticonForSubscribers(labelOf(name)) : labelOf(name)
  return (
    <button
      type="button"
      className={layout.plainButton}
      disabled={isLocked}
      onClick={() => onPick(name)}
      onKeyDown={onKeyDown}
      aria-label={label}
      title={label}
    >
      <img src={url} alt="" width="28" height="28" />
    </button>
  )
}

const labelOf = (name: string) => t.emoticonNames[name] ?? name
