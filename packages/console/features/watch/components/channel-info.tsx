import { Badge, Box, Button, Group, Text, UnstyledButton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import type { ViewerStatus } from '@onair/contract'
import { useRetryWait } from '../../../lib/use-retry-wait.ts'
import { liveTitleOf } from '../live-title.ts'
import { categoryName } from '../../channels/category-name.ts'
import { loadStrings, strings } from '../../../locales/index.ts'
import { ErrorAlert } from '../../../ui/error-alert.tsx'
import { useChatBlock } from '../chat/use-chat-block.ts'
import { PageTitle } from '../../../ui/page-title.tsx'
import { signInUrl, visitorQuery } from '../../../lib/visitor.ts'
import type { ChannelDetails } from '../queries.ts'
import { useFollow } from '../use-follow.ts'
import { Avatar } from './avatar.tsx'
import { LiveFacts } from './live-facts.tsx'
import { VerifiedMark } from '../chat/sender-name.tsx'
import classes from './channel-info.module.css'

const { info: t } = strings('watch')
const { channelIdOf } = strings('common')

const CopyIconButton = lazy(async () => ({ default: (await import('../../../ui/copyable-text.tsx')).CopyIconButton }))
const BellButton = lazy(async () => {
  await loadStrings('notices')
  return import('../about/bell-button.tsx')
})
const ChannelAbout = lazy(async () => {
  await loadStrings('about')
  return import('../about/channel-about.tsx')
})
const ReportChannel = lazy(() => import('./report-channel.tsx'))
const ViewerDrops = lazy(() => import('./viewer-drops.tsx'))
const DonateDialog = lazy(() => import('./donate-dialog.tsx'))
const UnfollowDialog = lazy(() => import('./unfollow-dialog.tsx'))
const ClipButton = lazy(async () => {
  await loadStrings('replay')
  return import('../replay/clip-button.tsx')
})
const ShareButton = lazy(async () => {
  await loadStrings('about')
  return import('../about/share-button.tsx')
})
const SubscribeDialog = lazy(async () => {
  await loadStrings('about')
  return import('./subscribe-dialog.tsx')
})

type Props = { channel: ChannelDetails; viewer: ViewerStatus | null; viewerUpdatedAt: number }

/** The title and the owner of the live, and the actions of the viewer. */
export function ChannelInfo({ channel, viewer, viewerUpdatedAt }: Props) {
  const { channelId, channelName, channelImageUrl, state } = channel
  const { title, category, tags, adult, allowsClips, followerCount, live } = state
  // On a phone the chat gets this room: the labels and the rest of a long title are shown on demand.
  const [isFolded, setFolded] = useState(true)
  return (
    <section className={classes.info} aria-label={t.label} data-folded={isFolded || undefined}>
      <div className={classes.title}>
        <PageTitle>{liveTitleOf(title, channelName)}</PageTitle>
        {live && (
          <div className={classes.live}>
            <LiveFacts live={live} />
            {allowsClips && viewer && live.video !== null && (
              <Suspense>
                <ClipButton channelId={channelId} />
              </Suspense>
            )}
          </div>
        )}
        <UnstyledButton
          className={classes.fold}
          aria-label={t.details}
          aria-expanded={!isFolded}
          onClick={() => setFolded(!isFolded)}
        >
          <svg viewBox="0 0 24 24" width="18" height="18" aria-hidden="true" className="icon">
            <path d={isFolded ? 'M6 9.5l6 6 6-6' : 'M6 14.5l6-6 6 6'} />
          </svg>
        </UnstyledButton>
      </div>
      <Group gap={6} className={classes.labels}>
        {category && (
          <Link to="/watch" search={{ category: category.categoryId }} className={classes.category}>
            <Badge color="ink">{categoryName(category)}</Badge>
          </Link>
        )}
        {adult && <Badge color="red">{t.adult}</Badge>}
        {tags.map((tag) => (
          <Text span size="md" c="dimmed" key={tag}>
            #{tag}
          </Text>
        ))}
      </Group>
      <Group gap="xs" miw={0} className={classes.owner}>
        <Avatar name={channelName} imageUrl={channelImageUrl} />
        <div>
          <Group display="inline-flex" gap={4}>
            <b>
              <bdi>{channelName}</bdi>
            </b>{' '}
            <ChannelMarks channel={channel} viewer={viewer} />
          </Group>
          <Text component="div" size="sm" c="dimmed">
            {t.followers(followerCount)}
          </Text>
        </div>
        <Group gap="xs" className={classes.buttons}>
          <ViewerActions channel={channel} viewer={viewer} viewerUpdatedAt={viewerUpdatedAt} />
          <div className={classes.share}>
            <Suspense>
              <ShareButton channel={channel} />
            </Suspense>
          </div>
        </Group>
      </Group>
      <ChannelDrops channel={channel} viewer={viewer} />
      <Suspense>
        <ChannelAbout channelId={channelId} audience={state.audience} />
      </Suspense>
    </section>
  )
}

type ViewedChannel = Pick<Props, 'channel' | 'viewer'>

/** After the name of the channel: the verified mark, and buttons that copy its id and report it. */
export function ChannelMarks({ channel, viewer }: ViewedChannel) {
  const { channelId, channelName, verifiedMark } = channel
  const isGuest = useQuery(visitorQuery).data === null
  return (
    <>
      {verifiedMark && <VerifiedMark />}
      <Suspense fallback={<Box component="span" w="1.5rem" h="1.5rem" />}>
        <CopyIconButton value={channelId} label={channelIdOf(channelName)} />
      </Suspense>
      <Suspense>
        {viewer?.channelId !== channelId && (
          <ReportChannel channelId={channelId} channelName={channelName} isGuest={isGuest} />
        )}
      </Suspense>
    </>
  )
}

/**
 * The drops that the viewer can earn here; for guests, while the channel is live. The category that is set counts only once
 * the channel broadcasts in it.
 */
export function ChannelDrops({ channel: { channelId, state }, viewer }: ViewedChannel) {
  const isGuest = useQuery(visitorQuery).data === null
  const { live, lastLive, category } = state
  const isShown = isGuest ? live : viewer && viewer.channelId !== channelId
  if (category === null || !isShown) return null
  if (live === null && lastLive?.category?.categoryValue !== category.categoryValue) return null
  return (
    <Suspense>
      <ViewerDrops categoryId={category.categoryId} channelId={channelId} isGuest={isGuest} />
    </Suspense>
  )
}

/** Follow, subscribe, donate. */
export function ViewerActions({ channel, viewer, viewerUpdatedAt }: Props) {
  const { channelId, channelName } = channel
  const [openDialog, setOpenDialog] = useState<'donate' | 'subscribe' | 'unfollow' | null>(null)
  const follow = useFollow(channelId)
  const retrySec = useRetryWait(follow.error)
  if (viewer?.channelId === channelId)
    return (
      <Text size="sm" c="dimmed" className={classes.ownChannel}>
        {t.ownChannel} <a href="/studio">{t.studio}</a>
      </Text>
    )
  if (viewer === null)
    return (
      <Group gap="xs" className={classes.actions}>
        <Button component="a" href={signInUrl()}>
          {t.follow}
        </Button>
        <Button component="a" href={signInUrl()} variant="default">
          {t.subscribe}
        </Button>
        <Button component="a" href={signInUrl()} variant="default">
          {t.donate}
        </Button>
      </Group>
    )
  const close = () => setOpenDialog(null)
  return (
    <>
      <Group gap="xs" className={classes.actions}>
        <Button
          variant={viewer.follows ? 'default' : 'filled'}
          aria-pressed={viewer.follows}
          loading={follow.isPending}
          disabled={retrySec > 0}
          onClick={() => (viewer.follows ? setOpenDialog('unfollow') : follow.mutate())}
        >
          {viewer.follows ? t.following : t.follow}
        </Button>
        {viewer.follows && (
          <Suspense>
            <BellButton channel={channel} viewer={viewer} />
          </Suspense>
        )}
        <Button variant="default" onClick={() => setOpenDialog('subscribe')}>
          {viewer.subscription ? t.subscribed(viewer.subscription.month) : t.subscribe}
        </Button>
        <DonateButton viewer={viewer} updatedAt={viewerUpdatedAt} onClick={() => setOpenDialog('donate')} />
      </Group>
      {follow.error && <ErrorAlert error={follow.error} />}
      <Suspense>
        {openDialog === 'unfollow' && (
          <UnfollowDialog channelId={channelId} channelName={channelName} onClose={close} />
        )}
        {openDialog === 'donate' && <DonateDialog channelId={channelId} channelName={channelName} onClose={close} />}
        {openDialog === 'subscribe' && (
          <SubscribeDialog
            channelId={channelId}
            channelName={channelName}
            current={viewer.subscription}
            onClose={close}
          />
        )}
      </Suspense>
    </>
  )
}

type DonateButtonProps = { viewer: ViewerStatus; updatedAt: number; onClick: () => void }

/** Restricted people cannot donate either. */
function DonateButton({ viewer, updatedAt, onClick }: DonateButtonProps) {
  const code = useChatBlock(viewer, updatedAt, 0)?.code
  const isRestricted = code === 'RESTRICTED' || code === 'TEMPORARILY_RESTRICTED'
  return (
    <Button
      variant="default"
      disabled={isRestricted}
      title={isRestricted ? t.cannotDonate : undefined}
      onClick={onClick}
    >
      {t.donate}
    </Button>
  )
}
