import { Badge, Button, Group } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { consoleChannels, type Standing } from '@onair/contract'
import { api } from '../api.ts'
import { inLanguage, language } from '../language.ts'
import { Failed } from '../parts/failed.tsx'
import { Title } from '../parts/title.tsx'
import { signInAt } from '../visitor.ts'
import type { SeenChannel } from './channel-queries.ts'
import { Face } from './face.tsx'
import { Verified } from './speaker.tsx'
import { many } from './won.ts'

const Copied = lazy(async () => ({ default: (await import('../parts/copied.tsx')).Copied }))
const Drops = lazy(() => import('./drops.tsx'))
const Donate = lazy(() => import('./donate.tsx'))
const Subscribe = lazy(() => import('./subscribe.tsx'))

type Given = { channel: SeenChannel; self: Standing | null }

/** What is broadcast and by whom, and what a viewer can do for the channel. */
export function About({ channel, self }: Given) {
  const { channelId, channelName, channelImageUrl, verifiedMark, shown } = channel
  const { title, category, tags, adult, followerCount } = shown
  return (
    <section className="about" aria-label={said.about}>
      <Title>{title}</Title>
      <Group gap={6} className="marks">
        {category && <Badge color="ink">{category.categoryValue}</Badge>}
        {adult && <Badge color="red">{said.adult}</Badge>}
        {tags.map((tag) => (
          <span key={tag} className="tag">
            #{tag}
          </span>
        ))}
      </Group>
      <div className="owner">
        <Face name={channelName} imageUrl={channelImageUrl} />
        <div>
          <b className="owner-name">
            <bdi>{channelName}</bdi> {verifiedMark && <Verified />}
          </b>
          <div className="small soft">{said.followers(followerCount)}</div>
        </div>
        <Ways channel={channel} self={self} />
      </div>
      {self && category && (
        <Suspense>
          <Drops categoryId={category.categoryId} />
        </Suspense>
      )}
      <div className="small soft channel-id">
        {said.channelId}{' '}
        <Suspense fallback={<code>{channelId}</code>}>
          <Copied value={channelId} />
        </Suspense>
      </div>
    </section>
  )
}

function Ways({ channel, self }: Given) {
  const { channelId, channelName } = channel
  const [open, setOpen] = useState<'donate' | 'subscribe' | null>(null)
  const follow = useMutation({
    mutationFn: (begin: boolean) =>
      api(begin ? consoleChannels.follow : consoleChannels.unfollow, { inPath: { channelId } }),
  })
  if (self?.channelId === channelId)
    return (
      <p className="small soft own">
        {said.own} <a href="/studio">{said.studio}</a>
      </p>
    )
  if (self === null)
    return (
      <Group gap="xs" className="acts-of-viewer">
        <Button component="a" href={signInAt()}>
          {said.follow}
        </Button>
        <Button component="a" href={signInAt()} variant="default">
          {said.subscribe}
        </Button>
        <Button component="a" href={signInAt()} variant="default">
          {said.donate}
        </Button>
      </Group>
    )
  const close = () => setOpen(null)
  return (
    <>
      <Group gap="xs" className="acts-of-viewer">
        <Button
          variant={self.follows ? 'default' : 'filled'}
          aria-pressed={self.follows}
          loading={follow.isPending}
          onClick={() => follow.mutate(!self.follows)}
        >
          {self.follows ? said.following : said.follow}
        </Button>
        <Button variant="default" onClick={() => setOpen('subscribe')}>
          {self.subscription ? said.subscribed(self.subscription.month) : said.subscribe}
        </Button>
        <Button variant="default" onClick={() => setOpen('donate')}>
          {said.donate}
        </Button>
      </Group>
      {follow.error && <Failed error={follow.error} />}
      <Suspense>
        {open === 'donate' && <Donate channelId={channelId} channelName={channelName} close={close} />}
        {open === 'subscribe' && (
          <Subscribe channelId={channelId} channelName={channelName} held={self.subscription} close={close} />
        )}
      </Suspense>
    </>
  )
}

const rounded = new Intl.NumberFormat(language, { notation: 'compact' })

const said = inLanguage({
  ko: {
    about: '방송 정보',
    adult: '19세 이상',
    followers: (count: number) => `팔로워 ${count < 10_000 ? many(count) : rounded.format(count)}명`,
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
      count === 1 ? '1 follower' : `${count < 10_000 ? many(count) : rounded.format(count)} followers`,
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
