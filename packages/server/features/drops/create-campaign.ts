import { dropsScope } from '@onair/contract'
import { invalidField, errorReason, reasonForField, Refusal } from '../../shared/refusal.ts'
import type { Deps } from '../../infra/deps.ts'
import { loadApp } from '../apps/app-store.ts'
import {
  parseCampaignText,
  parseDetailsUrl,
  parseExternalId,
  requireDistinctExternalIds,
  requireFreeExternalId,
  requireKnownIds,
  requirePictures,
} from './campaign-fields.ts'
import { refusalToSchedule } from './campaign-rules.ts'
import { insertCampaign, lockApp } from './campaign-store.ts'

export type NewCampaign = {
  clientId: string
  title: string
  externalId?: string | null
  detailsUrl?: string | null
  categoryId: string
  channelIds?: readonly string[] | null
  isDraft?: boolean
  startsAt: number
  endsAt: number | null
  rewards: readonly { name: string; watchMinutes: number; externalId?: string | null; pictureId?: string | null }[]
}

/** Creates a campaign of an application with the drops scope; rewards keep their order. */
export async function createCampaign(
  {
    clientId,
    categoryId,
    title,
    externalId,
    detailsUrl,
    channelIds,
    isDraft = false,
    startsAt,
    endsAt,
    rewards,
  }: NewCampaign,
  { clock, db, random }: Pick<Deps, 'clock' | 'db' | 'random'>,
): Promise<{ campaignId: string; rewardIds: string[] }> {
  const now = clock.now()
  const app = await loadApp(db.read, clientId)
  if (app === null) throw new Refusal('notFound', reasonForField('clientId', 'NO_SUCH_APP'))
  await requireKnownIds({ categoryId, channelIds }, db.read)
  if (!app.scopes.includes(dropsScope))
    throw invalidField('clientId', errorReason('APP_LACKS_SCOPE', { scope: dropsScope }))
  const periodRefusal = refusalToSchedule({ startsAt, endsAt }, now)
  if (periodRefusal) throw invalidField('endsDate', periodRefusal)

  const campaign = {
    id: random.uuid(),
    client_id: clientId,
    category_id: categoryId,
    title: parseCampaignText('title', title),
    external_id: parseExternalId('externalId', externalId),
    details_url: parseDetailsUrl(detailsUrl),
    channel_ids: channelIds == null ? null : [...new Set(channelIds)],
    is_draft: isDraft,
    starts_at: startsAt,
    ends_at: endsAt,
    created_at: now,
  }
  const rows = rewards.map(({ name, watchMinutes, externalId, pictureId = null }, position) => ({
    id: random.uuid(),
    campaign_id: campaign.id,
    name: parseCampaignText('rewards', name),
    position,
    watch_minutes: watchMinutes,
    external_id: parseExternalId('rewards', externalId),
    picture_id: pictureId,
  }))
  requireDistinctExternalIds(rows.map(({ external_id }) => external_id))
  await db.transaction(async (tx) => {
    await lockApp(tx, clientId)
    await requireFreeExternalId(tx, { clientId, campaignId: campaign.id, externalId: campaign.external_id })
    await requirePictures(
      tx,
      clientId,
      rows.map(({ picture_id }) => picture_id),
    )
    await insertCampaign(tx, campaign, rows)
  })
  return { campaignId: campaign.id, rewardIds: rows.map(({ id }) => id) }
}
