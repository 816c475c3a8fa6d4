import { sql } from 'kysely'
import type { Reader } from '@onair/server/infra/db/db.ts'

/** The last reward of a page. */
export type RewardCursor = { createdAt: number; campaignId: string; position: number }

/**
 * Rewards of published campaigns whose name or title contains the text, or whose id equals it. The newest campaign first,
 * rewards in their order, after one in that order.
 */
export function findRewardsByName(
  db: Reader,
  text: string,
  { after, unclaimedBy, limit }: { after: RewardCursor | null; unclaimedBy: string | undefined; limit: number },
) {
  let rewards = db
    .selectFrom('campaign')
    .innerJoin('reward', 'reward.campaign_id', 'campaign.id')
    .innerJoin('active_app as app', 'app.client_id', 'campaign.client_id')
    .where('campaign.is_draft', '=', false)
  if (text !== '')
    rewards = rewards.where(
      sql<boolean>`(strpos(lower(reward.name), lower(${text})) > 0 or strpos(lower(campaign.title), lower(${text})) > 0
        or reward.id::text = ${text})`,
    )
  if (unclaimedBy !== undefined)
    rewards = rewards.where(
      sql<boolean>`not exists (select from claim where reward_id = reward.id and channel_id = ${unclaimedBy})`,
    )
  if (after !== null)
    rewards = rewards
      // Where the index begins; the second condition leaves out those of the same time that were listed before.
      .where('campaign.created_at', '<=', after.createdAt)
      .where(
        sql<boolean>`(campaign.created_at < ${after.createdAt}
          or (campaign.id, reward.position) > (${after.campaignId}::uuid, ${after.position}::integer))`,
      )
  return rewards
    .orderBy('campaign.created_at', 'desc')
    .orderBy('campaign.id')
    .orderBy('reward.position')
    .limit(limit)
    .select([
      'reward.id as rewardId',
      'reward.name as rewardName',
      'reward.position',
      'campaign.id as campaignId',
      'campaign.title as campaignTitle',
      'campaign.created_at as createdAt',
      'campaign.starts_at as startsAt',
      'campaign.ends_at as endsAt',
      'app.client_id as clientId',
      'app.name as appName',
    ])
    .execute()
}
