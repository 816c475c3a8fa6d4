import { Group } from '@mantine/core'
import { queryOptions, useQuery } from '@tanstack/react-query'
import type { KeyboardEvent } from 'react'
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

/** The emoticons of the channel, then those of the site. The viewer cannot pick those for subscribers of more months. */
export default function EmoticonPicker({ channel: { channelId, emoticons }, viewer, onPick, onKeyDown }: Props) {
  const own = useQuery(emoticonsQuery(channelId)).data?.data ?? []
  const months = viewer.role === 'common_user' ? (viewer.subscription?.month ?? 0) : Infinity
  const site = Object.entries(emoticons).map(([name, url]) => ({ name, url, months: 0 }))
  return (
    <Group gap={4} px={4} pb="xs" className={classes.emoticons} role="group" aria-label={t.emoticons}>
      {[...own, ...site].map(({ name, url, months: needed }) => {
        const label = t.emoticonNames[name] ?? name
        const isLocked = needed > months
        return (
          <button
            type="button"
            key={url}
            className={layout.plainButton}
            disabled={isLocked}
            onClick={() => onPick(name)}
            onKeyDown={onKeyDown}
            aria-label={isLocked ? t.emoticonForSubscribers(label) : label}
            title={isLocked ? t.emoticonForSubscribers(label) : label}
          >
            <img src={url} alt="" width="28" height="28" />
          </button>
        )
      })}
    </Group>
  )
}
