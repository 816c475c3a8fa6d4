import { Link } from '@tanstack/react-router'
import type { consoleApi, ContentOf } from '@onair/contract'
import { categoryName } from '../../channels/category-name.ts'
import { strings } from '../../../locales/index.ts'
import classes from '../pages/lives.module.css'
import layout from '../../../ui/layout.module.css'
import { Avatar } from './avatar.tsx'

const t = strings('lives')

type Directory = ContentOf<typeof consoleApi.watch.getLiveDirectory>

/** The followed channels: those that are live first. */
export function FollowedRail({ following, offline }: Pick<Directory, 'following' | 'offline'>) {
  return (
    <nav className={classes.rail} aria-label={t.following}>
      <h2 className={layout.subtitle}>{t.following}</h2>
      <ul>
        {following.map(({ channelId, channelName, channelImageUrl, concurrentUserCount, ...live }) => (
          <li key={channelId} data-live>
            <Link to="/watch/$channelId" params={{ channelId }}>
              <Avatar name={channelName} imageUrl={channelImageUrl} size="small" />
              <bdi className="clip">{channelName}</bdi>
              <span>{t.viewers(concurrentUserCount)}</span>
              {live.liveCategoryValue !== null && (
                <small className="clip">
                  {categoryName({
                    categoryValue: live.liveCategoryValue,
                    englishName: live.liveCategoryEnglishName ?? live.liveCategoryValue,
                  })}
                </small>
              )}
            </Link>
          </li>
        ))}
        {offline.map(({ channelId, channelName, channelImageUrl }) => (
          <li key={channelId}>
            <Link to="/watch/$channelId" params={{ channelId }}>
              <Avatar name={channelName} imageUrl={channelImageUrl} size="small" />
              <bdi className="clip">{channelName}</bdi>
              <span>{t.offline}</span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
