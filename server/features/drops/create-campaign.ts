import { dropsScope } from '@onair/contract'
import { invalidField, errorReason, reasonForField, Refusal } from '../../shared/refusal.ts'
import { parseShortText } from '../../shared/text.ts'
import type { Deps } from '../../infra/deps.ts'
import { loadApp } from '../apps/app-store.ts'
import { loadCategory } from '../categories/category-store.ts'
import { refusalToSchedule } from './campaign-rules.ts'
import { insertCampaign } from './campaign-store.ts'

export type NewCampaign = {
  clientId: string
  categoryId: string
  title: string
  startsAt: number
  endsAt: number | null
  rewards: readonly { name: string; watchMinutes: number }[]
}

/** Creates a campaign of an application with the drops scope; rewards keep their order. */
export async function createCampaign(
  { clientId, categoryId, title, startsAt, endsAt, rewards }: NewCampaign,
  { clock, db, random }: Pick<Deps, 'clock' | 'db' | 'random'>,
): Promise<{ campaignId: string; rewardIds: string[] }> {
  const now = clock.now()
  const app = await loadApp(db.read, clientId)
  if (app === null) throw new Refusal('notFound', reasonForField('clientId', 'NO_SUCH_APP'))
  if ((await loadCategory(db.read, categoryId)) === null)
    throw new Refusal('notFound', reasonForField('categoryId', 'NO_SUCH_CATEGORY'))
  if (!app.scopes.includes(dropsScope))
    throw invalidField('clientId', errorReason('APP_LACKS_SCOPE', { scope: dropsScope }))
  const periodRefusal = refusalToSchedule({ startsAt, endsAt }, now)
  if (periodRefusal) throw invalidField('endsDate', periodRefusal)

  const campaign = {
    id: random.uuid(),
    client_id: clientId,
    category_id: categoryId,
    title: parseText('title', title),
    starts_at: startsAt,
    ends_at: endsAt,
    created_at: now,
  }
  const rows = rewards.map(({ name, watchMinutes }, position) => ({
    id: random.uuid(),
    campaign_id: campaign.id,
    name: parseText('rewards', name),
    position,
    watch_minutes: watchMinutes,
  }))
  await db.transaction((tx) => insertCampaign(tx, campaign, rows))
  return { campaignId: campaign.id, rewardIds: rows.map(({ id }) => id) }
}

function parseText(field: string, value: string): string {
  const parsed = parseShortText(value.trim())
  if ('refusal' in parsed) throw invalidField(field, parsed.refusal)
  return parsed.text
}
