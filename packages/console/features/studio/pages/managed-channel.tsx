import { Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, Outlet, useParams } from '@tanstack/react-router'
import { chatRoleOfManager } from '@onair/contract'
import { language, strings } from '../../../locales/index.ts'
import { IconBan, IconGavel, IconLayoutDashboard, IconMessages } from '../../../ui/icons.tsx'
import { NotFound } from '../../../ui/not-found.tsx'
import { PageTitle } from '../../../ui/page-title.tsx'
import { QueryBoundary } from '../../../ui/query-boundary.tsx'
import { Stat } from '../../../ui/stats.tsx'
import { Chat } from '../../watch/chat/chat.tsx'
import { ChannelGate } from '../../watch/components/channel-gate.tsx'
import { Player } from '../../watch/components/player.tsx'
import type { ChannelDetails } from '../../watch/queries.ts'
import { useChannel } from '../../watch/use-channel.ts'
import { LiveState } from '../components/live-state.tsx'
import { NoticeForm } from '../components/notice-form.tsx'
import { Panel } from '../components/panel.tsx'
import { PollControl } from '../components/poll-control.tsx'
import { ChatModes } from '../components/quick-actions.tsx'
import { SectionNav } from '../components/section-nav.tsx'
import { chatSettingsQuery, managedChannelsQuery, noticeQuery } from '../queries/studio-queries.ts'
import { ManagedChannelId } from '../studio-channel.ts'
import classes from './studio.module.css'
import overview from './overview.module.css'

const { managed: t, sections: names, overview: panels, chat } = strings('studio')
const { managerRoles } = strings('moderation')

const sections = [
  ['/studio/managed/$channelId', 'overview', IconLayoutDashboard],
  ['/studio/managed/$channelId/chat', 'chat', IconMessages],
  ['/studio/managed/$channelId/moderation', 'moderation', IconGavel],
  ['/studio/managed/$channelId/restrictions', 'restrictions', IconBan],
] as const

/** The studio of a channel for its managers: the navigation, and the section that is open. */
export function ManagedChannel() {
  const { channelId } = useParams({ from: '/studio/managed/$channelId' })
  return (
    <QueryBoundary query={useQuery(managedChannelsQuery)}>
      {({ data }) => {
        const channel = data.find((one) => one.channelId === channelId)
        return channel !== undefined && chatRoleOfManager(channel.userRole) !== 'common_user' ? (
          <div className={classes.page}>
            <SectionNav label={t.title}>
              {sections.map(([to, section, Icon]) => (
                <Link key={to} to={to} params={{ channelId }} activeOptions={{ exact: true, includeSearch: false }}>
                  <Icon size={18} stroke={1.75} aria-hidden="true" />
                  {names[section]}
                </Link>
              ))}
            </SectionNav>
            <ManagedChannelId value={channelId}>
              <div>
                <Text size="sm" c="dimmed" mb="sm">
                  <Link to="/studio/managed">{t.title}</Link> › <b>{channel.channelName}</b>
                </Text>
                <Outlet />
              </div>
            </ManagedChannelId>
          </div>
        ) : (
          <NotFound title={t.notFound} about={t.notFoundHint} />
        )
      }}
    </QueryBoundary>
  )
}

/** The live of the channel with its chat, and the rules that a busy chat needs at once. */
export function ManagedDashboard() {
  const { channelId } = useParams({ from: '/studio/managed/$channelId' })
  return (
    <ChannelGate key={channelId} channelId={channelId}>
      {(channel) => <Dashboard channel={channel} />}
    </ChannelGate>
  )
}

function Dashboard({ channel }: { channel: ChannelDetails }) {
  const { channelId, channelName, state } = channel
  const room = useChannel(channelId)
  const settings = useQuery(chatSettingsQuery(channelId))
  const notice = useQuery(noticeQuery(channelId))
  const { data: managed } = useQuery(managedChannelsQuery)
  const role = managed?.data.find((one) => one.channelId === channelId)?.userRole
  return (
    <Stack gap="md">
      <PageTitle description={role && `${managerRoles[role]} · ${t.rights[role]}`}>{channelName}</PageTitle>
      <LiveState
        live={state.live && { ...state.live, liveTitle: state.title }}
        channel={channel}
        stats={
          <>
            <Stat name={panels.viewers} value={state.live?.viewers.toLocaleString(language) ?? '–'} />
            <Stat name={panels.followers} value={state.followerCount.toLocaleString(language)} />
          </>
        }
      />
      <div className={overview.panels}>
        <Panel name="video" title={panels.panels.video}>
          <Player channel={channel} isPreview />
        </Panel>
        <div className={`${overview.chat} card`}>
          <Chat channel={channel} {...room} />
        </div>
        <Panel name="activity" title={panels.panels.actions}>
          <Stack gap="lg">
            <PollControl channel={channel} />
            <QueryBoundary query={settings}>{(setting) => <ChatModes setting={setting} />}</QueryBoundary>
          </Stack>
        </Panel>
        <Panel name="setting" title={chat.notice}>
          <QueryBoundary query={notice}>{(data) => <NoticeForm notice={data.notice} />}</QueryBoundary>
        </Panel>
      </div>
    </Stack>
  )
}
