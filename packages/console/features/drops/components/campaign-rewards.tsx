import { Anchor, Badge, Group, Progress, Stack, Text } from '@mantine/core'
import type { FulfillmentState } from '@onair/contract'
import type { ReactNode } from 'react'
import { categoryName } from '../../channels/category-name.ts'
import { dateFormat, dateMinuteFormat } from '../../../lib/time-format.ts'
import { strings } from '../../../locales/index.ts'
import { AnchorLink } from '../../../ui/links.tsx'
import { RewardPicture } from './reward-picture.tsx'
import classes from './campaign-rewards.module.css'
import layout from '../../../ui/layout.module.css'

const { drops: t } = strings('watch')

type Claim = { claimedDate: string; fulfillmentState: FulfillmentState }
type Reward = { rewardId: string; name: string; watchMinutes: number; imageUrl: string | null; claim?: Claim | null }
/** The application that gives the rewards, and who made it. */
type Giver = { appName: string; makerName: string | null }
type Props<R> = {
  /**
   * The category is missing while none is chosen. `endsDate`: null without an end. `giver` is not part of a preview.
   * `isConnected`: whether the viewer has connected the application; null for a guest.
   */
  campaign: {
    title: string
    giver?: Giver
    isConnected?: boolean | null
    category?: { categoryValue: string; englishName: string } | undefined
    endsDate: string | null
    detailsUrl: string | null
    watchedMinutes: number
    rewards: readonly R[]
  }
  isOpen: boolean
  /** The actions of a viewer on a reward. */
  renderAction: (reward: R) => ReactNode
  children?: ReactNode
}

/** A campaign as viewers see it: its rewards, and how far the viewer is. */
export function CampaignRewards<R extends Reward>({ campaign, isOpen, renderAction, children }: Props<R>) {
  const { title, giver, isConnected, category, endsDate, detailsUrl, watchedMinutes, rewards } = campaign
  const needsWatching = rewards.length === 0 || rewards.some(({ watchMinutes }) => watchMinutes > 0)
  return (
    <details className={`card ${classes.campaign}`} open={isOpen}>
      <summary>{title}</summary>
      {giver && (
        <Text size="sm" c="dimmed">
          {t.offeredBy} <GiverName {...giver} />{' '}
          {typeof isConnected === 'boolean' && (
            <Badge color={isConnected ? 'teal' : 'orange'} size="sm">
              {isConnected ? t.connected : t.notConnected}
            </Badge>
          )}{' '}
          {isConnected === false && detailsUrl !== null && <DetailsLink url={detailsUrl} />}
        </Text>
      )}
      <Text size="sm" c="dimmed">
        {needsWatching ? t.about(category === undefined ? null : categoryName(category)) : t.withoutWatching}{' '}
        {endsDate !== null && <time dateTime={endsDate}>{t.until(dateMinuteFormat.format(new Date(endsDate)))}</time>}{' '}
        {giver && isConnected === false && t.linkLater(giver.appName)}
      </Text>
      <Stack component="ul" gap={10} mt="sm">
        {rewards.map((reward) => {
          const { rewardId, name, watchMinutes, imageUrl, claim = null } = reward
          return (
            <li key={rewardId}>
              <RewardPicture imageUrl={imageUrl} />
              <Stack gap={4}>
                <div className={`${layout.meterLabels} ${classes.names}`}>
                  <span>{name}</span>
                  {claim === null && (
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
                {claim !== null && <ClaimState claim={claim} />}
              </Stack>
              {renderAction(reward)}
            </li>
          )
        })}
      </Stack>
      <Group gap="6px 16px" className={classes.links}>
        {children}
        {isConnected === false && (
          <AnchorLink size="sm" to="/connections">
            {t.connections}
          </AnchorLink>
        )}
        {isConnected !== false && detailsUrl !== null && <DetailsLink url={detailsUrl} />}
      </Group>
    </details>
  )
}

export function GiverName({ appName, makerName }: Giver) {
  return (
    <>
      <bdi>{appName}</bdi>
      {makerName !== null && makerName !== appName && (
        <>
          {' · '}
          <bdi>{makerName}</bdi>
        </>
      )}
    </>
  )
}

/** The state of a claim: when a viewer claimed the reward, and whether the game has delivered it. */
export function ClaimState({ claim: { claimedDate, fulfillmentState } }: { claim: Claim }) {
  return (
    <Text size="sm" c="dimmed">
      <time dateTime={claimedDate}>{t.claimedOn(dateFormat.format(new Date(claimedDate)))}</time> ·{' '}
      {t.delivery[fulfillmentState]}
    </Text>
  )
}

/** A link to the page of a game about a campaign. */
export function DetailsLink({ url }: { url: string }) {
  return (
    <Anchor size="sm" href={url} target="_blank" rel="noopener noreferrer">
      {t.details}
    </Anchor>
  )
}
