import { dropsScope } from '@onair/contract'
import { badField, because, Refusal } from '../../kit/refusal.ts'
import { shortText } from '../../kit/text.ts'
import type { World } from '../../world/world.ts'
import { loadApp } from '../apps/app-store.ts'
import { loadCategory } from '../categories/category-store.ts'
import { refusalOfWindow } from './campaign-rules.ts'
import { insertCampaign } from './campaign-store.ts'

export type NewCampaign = {
  clientId: string
  categoryId: string
  title: string
  startsAt: number
  endsAt: number | null
  rewards: readonly { name: string; watchMinutes: number }[]
}

/** Begins a campaign of an application that has the drops scope; its rewards keep the order they are given in. */
export async function makeCampaign(
  { clientId, categoryId, title, startsAt, endsAt, rewards }: NewCampaign,
  { clock, db, random }: Pick<World, 'clock' | 'db' | 'random'>,
): Promise<{ campaignId: string; rewardIds: string[] }> {
  const now = clock.now()
  const app = await loadApp(db.read, clientId)
  if (app === null) throw new Refusal('notFound', 'NO_SUCH_APP')
  if ((await loadCategory(db.read, categoryId)) === null) throw new Refusal('notFound', 'NO_CATEGORY')
  if (!app.scopes.includes(dropsScope)) throw badField('clientId', because('APP_LACKS_DROPS', { scope: dropsScope }))
  const refusedWindow = refusalOfWindow({ startsAt, endsAt }, now)
  if (refusedWindow) throw badField('endsDate', refusedWindow)

  const campaign = {
    id: random.uuid(),
    client_id: clientId,
    category_id: categoryId,
    title: textOf('title', title),
    starts_at: startsAt,
    ends_at: endsAt,
    created_at: now,
  }
  const rows = rewards.map(({ name, watchMinutes }, position) => ({
    id: random.uuid(),
    campaign_id: campaign.id,
    name: textOf('rewards', name),
    position,
    watch_minutes: watchMinutes,
  }))
  await db.change((tx) => insertCampaign(tx, campaign, rows))
  return { campaignId: campaign.id, rewardIds: rows.map(({ id }) => id) }
}

function textOf(field: string, given: string): string {
  const read = shortText(given.trim())
  if ('refused' in read) throw badField(field, read.refused)
  return read.text
}
