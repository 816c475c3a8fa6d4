import { Checkbox, Group, NativeSelect, Stack, Text } from '@mantine/core'
import { useMutation, useQueryClient, type UseQueryResult } from '@tanstack/react-query'
import { consoleApi, limits } from '@onair/contract'
import { api } from '../../../lib/api.ts'
import { isSandbox } from '../../../lib/page-settings.ts'
import { useVisitorChannelId } from '../../../lib/visitor.ts'
import { strings } from '../../../locales/index.ts'
import { CopyableText } from '../../../ui/copyable-text.tsx'
import { ErrorAlert } from '../../../ui/error-alert.tsx'
import { AnchorLink } from '../../../ui/links.tsx'
import { QueryBoundary } from '../../../ui/query-boundary.tsx'
import type { ChannelDetails } from '../../watch/queries.ts'
import { PollControl } from './poll-control.tsx'
import { useStudioChannelId } from '../studio-channel.ts'
import { chatSettingsQuery, type ChatSettings } from '../queries/studio-queries.ts'

const { overview: t, chat, key } = strings('studio')

type ChatModeChange = { chatSlowModeSec?: (typeof limits.chatSlowModeSecs)[number]; chatEmojiMode?: boolean }

type Props = { settings: UseQueryResult<ChatSettings>; channel: ChannelDetails | undefined; watchPath: string }

/** The actions of a streamer during a live, without leaving the dashboard. */
export function QuickActions({ settings, channel, watchPath }: Props) {
  const channelId = useVisitorChannelId()
  return (
    <Stack gap="md">
      {channel && <PollControl channel={channel} />}
      <QueryBoundary query={settings}>{(setting) => <ChatModes setting={setting} />}</QueryBoundary>
      <div>
        <Text size="sm" c="dimmed">
          {t.watchLink}
        </Text>
        <CopyableText value={`${window.location.origin}${watchPath}`} display={watchPath.slice(0, 15) + '…'} />
      </div>
      <div>
        <Text size="sm" c="dimmed">
          {t.shortcuts}
        </Text>
        <Group gap="8px 16px">
          <AnchorLink size="sm" to="/studio/key">
            {key.title}
          </AnchorLink>
          <AnchorLink size="sm" to="/studio/overlays">
            {t.overlayUrls}
          </AnchorLink>
          <AnchorLink size="sm" to="/studio/chat">
            {t.pinNotice}
          </AnchorLink>
          {isSandbox && (
            <AnchorLink size="sm" to="/console/trigger" search={{ action: 'donate', channel: channelId }}>
              {t.testEvents}
            </AnchorLink>
          )}
        </Group>
      </div>
    </Stack>
  )
}

/** The rules that a busy chat needs at once. A choice is saved immediately. */
export function ChatModes({ setting }: { setting: ChatSettings }) {
  const channelId = useStudioChannelId()
  const queries = useQueryClient()
  const save = useMutation({
    mutationFn: (body: ChatModeChange) =>
      api(consoleApi.chatSettings.updateChatSettings, { pathParams: { channelId }, body }),
    onSettled: () => queries.invalidateQueries(chatSettingsQuery(channelId)),
  })
  const { chatSlowModeSec, chatEmojiMode } = { ...setting, ...(save.isPending && save.variables) }
  return (
    <Stack gap="xs">
      <NativeSelect
        label={chat.slowMode}
        value={String(chatSlowModeSec)}
        onChange={({ currentTarget: { value } }) =>
          save.mutate({ chatSlowModeSec: Number(value) as (typeof limits.chatSlowModeSecs)[number] })
        }
        data={limits.chatSlowModeSecs.map((value) => ({ value: String(value), label: chat.slowModeSeconds(value) }))}
      />
      <Checkbox
        label={chat.emoticonMode}
        checked={chatEmojiMode}
        onChange={({ currentTarget: { checked } }) => save.mutate({ chatEmojiMode: checked })}
      />
      {save.error && <ErrorAlert error={save.error} retry={() => save.variables && save.mutate(save.variables)} />}
    </Stack>
  )
}
