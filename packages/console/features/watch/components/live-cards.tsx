import { Badge, Group, Stack, Text } from '@mantine/core'
import { useInViewport } from '@mantine/hooks'
import { IconGift } from '../../../ui/icons.tsx'
import { Link } from '@tanstack/react-router'
import type { consoleApi, ContentOf } from '@onair/contract'
import { liveTitleOf } from '../live-title.ts'
import { categoryName } from '../../channels/category-name.ts'
import { strings } from '../../../locales/index.ts'
import { RelativeTime } from '../../../ui/relative-time.tsx'
import { Avatar } from './avatar.tsx'
import classes from '../pages/lives.module.css'
import { LiveBadge } from './live-badge.tsx'
import info from './channel-info.module.css'

const t = strings('lives')
const { onAir } = strings('common').time

export type Live = ContentOf<typeof consoleApi.watch.listLives>['data'][number]
type Directory = ContentOf<typeof consoleApi.watch.getLiveDirectory>

/** Channels that are not live, as links. */
export function OfflineChannels({ channels, label }: { channels: Directory['offline']; label: string }) {
  return (
    <Group component="ul" gap="4px 8px" className={classes.offline} aria-label={label}>
      {channels.map(({ channelId, channelName, channelImageUrl, followerCount }) => (
        <li key={channelId}>
          <Link to="/watch/$channelId" params={{ channelId }}>
            <Avatar name={channelName} imageUrl={channelImageUrl} size="small" />
            <bdi>{channelName}</bdi>
            <small>{t.followers(followerCount)}</small>
          </Link>
        </li>
      ))}
    </Group>
  )
}

/** Broadcasts as cards. */
export function LiveCards({ lives }: { lives: readonly Live[] }) {
  return (
    <ul className="card-grid">
      {lives.map((live) => (
        <LiveCard key={live.liveId} live={live} />
      ))}
    </ul>
  )
}

function LiveCard({ live }: { live: Live }) {
  const { channelId, channelName, channelImageUrl, liveTitle, liveThumbnailImageUrl, concurrentUserCount, openedDate } =
    live
  const { liveCategory, liveCategoryValue, liveCategoryEnglishName, stillUrl, adult, hasDrops, tags } = live
  const { ref, inViewport } = useInViewport<HTMLDivElement>()
  return (
    <li className={`card ${classes.card}`}>
      <div className={`picture ${classes.picture}`} ref={ref}>
        {stillUrl !== null && inViewport && (
          <video src={stillUrl} muted playsInline preload="auto" tabIndex={-1} aria-hidden="true" />
        )}
        <img src={liveThumbnailImageUrl.replaceAll('{type}', '270')} alt="" width="480" height="270" loading="lazy" />
        <LiveBadge />
        <span className={classes.uptime}>
          <RelativeTime at={openedDate} phrase={onAir} isInControl />
        </span>
        <span>{t.viewers(concurrentUserCount)}</span>
      </div>
      <div className={classes.about}>
        <Avatar name={channelName} imageUrl={channelImageUrl} />
        <Stack gap={4}>
          <h3>
            <Link className="card-link" to="/watch/$channelId" params={{ channelId }}>
              {liveTitleOf(liveTitle, channelName)}
            </Link>
          </h3>
          <Text c="dimmed" truncate size="sm">
            <bdi>{channelName}</bdi>
          </Text>
          <Group gap={6} className={info.labels}>
            {liveCategoryValue !== null && (
              <Link
                to="/watch"
                search={{ category: liveCategory ?? '' }}
                className={`${info.category} ${classes.category}`}
              >
                <Badge color="ink">
                  {categoryName({
                    categoryValue: liveCategoryValue,
                    englishName: liveCategoryEnglishName ?? liveCategoryValue,
                  })}
                </Badge>
              </Link>
            )}
            {hasDrops && (
              <Link to="/watch/drops" className={`${info.category} ${classes.category}`}>
                <Badge color="teal" leftSection={<IconGift size={12} aria-hidden="true" />}>
                  {t.drops}
                </Badge>
              </Link>
            )}
            {adult && <Badge color="red">{t.adult}</Badge>}
          </Group>
          {tags.length > 0 && (
            <Text size="sm" c="dimmed" truncate>
              {tags.map((tag) => `#${tag}`).join(' ')}
            </Text>
          )}
        </Stack>
      </div>
    </li>
  )
}
