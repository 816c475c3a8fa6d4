import { Badge, Button, Group } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { consoleApi, type ViewerStatus } from '@onair/contract'
import { api } from '../../lib/api.ts'
import { localize, language } from '../../lib/language.ts'
import { ErrorAlert } from '../../ui/error-alert.tsx'
import { PageTitle } from '../../ui/page-title.tsx'
import { signInUrl } from '../../lib/visitor.ts'
import type { ChannelDetails } from './channel-queries.ts'
import { Avatar } from './avatar.tsx'
import { VerifiedMark } from './sender-name.tsx'
import { formatCount } from './format.ts'
import classes from './channel-info.module.css'

const Copied = lazy(async () => ({ default: (await import('../../ui/copyable-text.tsx')).CopyableText }))
const Drops = lazy(() => import('./viewer-drops.tsx'))
const Donate = lazy(() => import('./donate-dialog.tsx'))
const Subscribe = lazy(() => import('./subscribe-dialog.tsx'))

type Props = { channel: ChannelDetails; viewer: ViewerStatus | null }

/** What is broadcast and by whom, and what a viewer can do for the channel. */
export function ChannelInfo({ channel, viewer }: Props) {
  const { channelId, channelName, channelImageUrl, verifiedMark, state: states } = channel
  const { title, category, tags, adult, followerCount } = states
  return (
    <section className={classes.info} aria-label={t.about}>
      <PageTitle>{title}</PageTitle>
      <Group gap={6} className={classes.labels}>
        {category && <Badge color="ink">{category.categoryValue}</Badge>}
        {adult && <Badge color="red">{t.adult}</Badge>}
        {tags.map((tag) => (
          <span key={tag} className={classes.tag}>
            #{tag}
          </span>
        ))}
      </Group>
      <div className={classes.owner}>
        <Avatar name={channelName} imageUrl={channelImageUrl} />
        <div>
          <b className={classes.ownerName}>
            <bdi>{channelName}</bdi> {verifiedMark && <VerifiedMark />}
          </b>
          <div className="small soft">{t.followers(followerCount)}</div>
        </div>
        <ViewerActions channel={channel} viewer={viewer} />
      </div>
      {viewer && category && (
        <Suspense>
          <Drops categoryId={category.categoryId} />
        </Suspense>
      )}
      <div className={`small soft ${classes.channelId}`}>
        {t.channelId}{' '}
        <Suspense fallback={<code>{channelId}</code>}>
          <Copied value={channelId} />
        </Suspense>
      </div>
    </section>
  )
}

function ViewerActions({ channel, viewer: self }: Props) {
  const { channelId, channelName } = channel
  const [openDialog, setOpenDialog] = useState<'donate' | 'subscribe' | null>(null)
  const follow = useMutation({
    mutationFn: (isFollowing: boolean) =>
      api(isFollowing ? consoleApi.channels.follow : consoleApi.channels.unfollow, { pathParams: { channelId } }),
  })
  if (self?.channelId === channelId)
    return (
      <p className={`small soft ${classes.ownChannel}`}>
        {t.own} <a href="/studio">{t.studio}</a>
      </p>
    )
  if (self === null)
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
          variant={self.follows ? 'default' : 'filled'}
          aria-pressed={self.follows}
          loading={follow.isPending}
          onClick={() => follow.mutate(!self.follows)}
        >
          {self.follows ? t.following : t.follow}
        </Button>
        <Button variant="default" onClick={() => setOpenDialog('subscribe')}>
          {self.subscription ? t.subscribed(self.subscription.month) : t.subscribe}
        </Button>
        <Button variant="default" onClick={() => setOpenDialog('donate')}>
          {t.donate}
        </Button>
      </Group>
      {follow.error && <ErrorAlert error={follow.error} />}
      <Suspense>
        {openDialog === 'donate' && <Donate channelId={channelId} channelName={channelName} onClose={close} />}
        {openDialog === 'subscribe' && (
          <Subscribe channelId={channelId} channelName={channelName} current={self.subscription} onClose={close} />
        )}
      </Suspense>
    </>
  )
}

const compactFormat = new Intl.NumberFormat(language, { notation: 'compact' })

const t = localize({
  ko: {
    about: '방송 정보',
    adult: '19세 이상',
    followers: (count: number) => `팔로워 ${count < 10_000 ? formatCount(count) : compactFormat.format(count)}명`,
    channelId: '채널 ID',
    own: '내 채널입니다.',
    studio: '스튜디오로 가기',
    follow: '팔로우',
    following: '팔로우 중',
    subscribe: '구독',
    subscribed: (month: number) => `구독 ${month}개월`,
    donate: '후원',
  },
  en: {
    about: 'The broadcast',
    adult: 'Adults only',
    followers: (count: number) =>
      count === 1 ? '1 follower' : `${count < 10_000 ? formatCount(count) : compactFormat.format(count)} followers`,
    channelId: 'Channel ID',
    own: 'This is your channel.',
    studio: 'To the studio',
    follow: 'Follow',
    following: 'Following',
    subscribe: 'Subscribe',
    subscribed: (month: number) => (month === 1 ? 'Subscribed, 1 month' : `Subscribed, ${month} months`),
    donate: 'Donate',
  },
})
