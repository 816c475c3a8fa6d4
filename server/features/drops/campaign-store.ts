import type { Reader, Tx } from '../../world/db/db.ts'
import type { Campaign, Reward } from '../../world/db/tables.ts'

export async function insertCampaign(tx: Tx, campaign: Campaign, rewards: Reward[]) {
  await tx.insertInto('campaign').values(campaign).execute()
  await tx.insertInto('reward').values(rewards).execute()
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
    ])
    .executeTakeFirst()
  return row ?? null
}
