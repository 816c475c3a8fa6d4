import { sql } from 'kysely'
import type { Reader, Tx } from '../../world/db/db.ts'
import type { Campaign, Reward } from '../../world/db/tables.ts'

export async function insertCampaign(tx: Tx, campaign: Campaign, rewards: Reward[]) {
  await tx.insertInto('campaign').values(campaign).execute()
  await tx.insertInto('reward').values(rewards).execute()
}

/** The campaigns that run at a moment, the latest first, each with how long someone has watched for it. */
export function findRunning(
  db: Reader,
  { channelId, categoryId, now }: { channelId: string; categoryId: string | undefined; now: number },
  limit: number,
) {
  let running = db
    .selectFrom('campaign')
    .innerJoin('category', 'category.id', 'campaign.category_id')
    .leftJoin('campaign_progress', (join) =>
      join
        .onRef('campaign_progress.campaign_id', '=', 'campaign.id')
        .on('campaign_progress.channel_id', '=', channelId),
    )
    .where('campaign.starts_at', '<=', now)
    .where((is) => is.or([is('campaign.ends_at', 'is', null), is('campaign.ends_at', '>', now)]))
  if (categoryId !== undefined) running = running.where('campaign.category_id', '=', categoryId)
  return running
    .select([
      'campaign.id as campaignId',
      'campaign.title',
      'campaign.category_id as categoryId',
      'category.name_ko as categoryName',
      'campaign.starts_at as startsAt',
      'campaign.ends_at as endsAt',
      'campaign_progress.watched_ms as watchedMs',
    ])
    .orderBy('campaign.starts_at', 'desc')
    .orderBy('campaign.id')
    .limit(limit)
    .execute()
}

/** The rewards of campaigns in their order, each with the claim that someone has for it. */
export function findRewards(db: Reader, campaignIds: string[], channelId: string) {
  return db
    .selectFrom('reward')
    .leftJoin('claim', (join) => join.onRef('claim.reward_id', '=', 'reward.id').on('claim.channel_id', '=', channelId))
    .where('reward.campaign_id', '=', sql<string>`any(${campaignIds}::uuid[])`)
    .select([
      'reward.campaign_id as campaignId',
      'reward.id as rewardId',
      'reward.name',
      'reward.watch_minutes as watchMinutes',
      'claim.id as claimId',
    ])
    .orderBy('reward.campaign_id')
    .orderBy('reward.position')
    .execute()
}

/** A reward beside its campaign and category, or null. None of them ever changes, so nothing is held. */
export async function loadOffer(db: Reader, rewardId: string) {
  const row = await db
    .selectFrom('reward')
    .innerJoin('campaign', 'campaign.id', 'reward.campaign_id')
    .innerJoin('category', 'category.id', 'campaign.category_id')
    .where('reward.id', '=', rewardId)
    .select([
      'reward.id as rewardId',
      'campaign.id as campaignId',
      'campaign.category_id as categoryId',
      'category.name_ko as categoryName',
      'campaign.client_id as clientId',
      'campaign.starts_at as startsAt',
      'campaign.ends_at as endsAt',
      'reward.watch_minutes as watchMinutes',
    ])
    .executeTakeFirst()
  return row ?? null
}
