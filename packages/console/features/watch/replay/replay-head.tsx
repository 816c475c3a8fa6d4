import { Badge, Group, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { strings } from '../../../locales/index.ts'
import { AnchorLink } from '../../../ui/links.tsx'
import { PageTitle } from '../../../ui/page-title.tsx'
import { RelativeTime } from '../../../ui/relative-time.tsx'
import { formatLength } from '../durations.ts'
import classes from './replay.module.css'

const t = strings('replay')

type Props = {
  title: string
  channel: { channelId: string; channelName: string }
  /** Before the date. */
  by?: string
  category?: string
  date: string
  durationMs: number
  adult: boolean
  /** Buttons. */
  children: ReactNode
}

/** The title of a recording or a clip, the facts of it, the way to its channel, and what can be done with it. */
export function ReplayHead({ title, channel, by, category, date, durationMs, adult, children }: Props) {
  const { channelId, channelName } = channel
  return (
    <Stack gap="xs" className={classes.head}>
      <PageTitle>{title}</PageTitle>
      <Group gap="xs">
        {category !== undefined && <Badge color="ink">{category}</Badge>}
        {adult && <Badge color="red">{t.adult}</Badge>}
        <Text span size="sm" c="dimmed">
          {by !== undefined && (
            <>
              <bdi>{by}</bdi> ·{' '}
            </>
          )}
          <RelativeTime at={date} /> · {formatLength(durationMs)}
        </Text>
      </Group>
      <Group justify="space-between">
        <AnchorLink to="/watch/$channelId" params={{ channelId }}>
          <bdi>{t.toChannel(channelName)}</bdi>
        </AnchorLink>
        <Group gap="xs">{children}</Group>
      </Group>
    </Stack>
  )
}
