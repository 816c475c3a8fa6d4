import { Progress, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { categoryName } from '../lib/category-name.ts'
import { dayMinuteFormat } from '../lib/time-format.ts'
import { strings } from '../locales/index.ts'
import { RewardPicture } from './reward-picture.tsx'
import classes from './campaign-rewards.module.css'
import layout from './layout.module.css'

const { drops: t } = strings('watch')

type Reward = { rewardId: string; name: string; watchMinutes: number; imageUrl: string | null; claimId?: string | null }
type Props<R> = {
  /** Without a category while none is chosen. `endsDate`: null without an end. */
  campaign: {
    title: string
    category?: { categoryValue: string; englishName: string } | undefined
    endsDate: string | null
    watchedMinutes: number
    rewards: readonly R[]
  }
  isOpen: boolean
  /** What a viewer can do about a reward. */
  renderAction: (reward: R) => ReactNode
  children?: ReactNode
}

/** A campaign as viewers see it: its rewards, and how far the viewer is. */
export function CampaignRewards<R extends Reward>({ campaign, isOpen, renderAction, children }: Props<R>) {
  const { title, category, endsDate, watchedMinutes, rewards } = campaign
  const hasPictures = rewards.some(({ imageUrl }) => imageUrl !== null)
  return (
    <details className={`card ${classes.campaign}`} open={isOpen}>
      <summary>{t.title(title)}</summary>
      <Text size="sm" c="dimmed">
        {t.about(category === undefined ? null : categoryName(category))}{' '}
        {endsDate !== null && <time dateTime={endsDate}>{t.until(dayMinuteFormat.format(new Date(endsDate)))}</time>}
      </Text>
      <ul>
        {rewards.map((reward) => {
          const { rewardId, name, watchMinutes, imageUrl, claimId = null } = reward
          return (
            <li key={rewardId}>
              {hasPictures && <RewardPicture imageUrl={imageUrl} />}
              <div className={layout.meter}>
                <div className={`${layout.meterLabels} ${classes.names}`}>
                  <span>{name}</span>
                  {claimId === null && (
                    <Text span inherit c="dimmed">
                      {watchMinutes > 0 ? t.minutes(Math.min(watchedMinutes, watchMinutes), watchMinutes) : t.noMinutes}
                    </Text>
                  )}
                </div>
                {watchMinutes > 0 && (
                  <Progress
                    value={Math.min(watchedMinutes / watchMinutes, 1) * 100}
                    color="teal"
                    size="md"
                    aria-label={name}
                  />
                )}
              </div>
              {renderAction(reward)}
            </li>
          )
        })}
      </ul>
      {children}
    </details>
  )
}
