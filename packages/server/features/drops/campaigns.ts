import { limits, type CampaignState, type consoleApi, type ContentOf } from '@onair/contract'
import { utcSecond, utcSecondOrNull } from '../../shared/dates.ts'
import { uuidPattern } from '../../shared/ids.ts'
import { cutPage, decodeCursor } from '../../shared/list-cursor.ts'
import { invalidField, Refusal } from '../../shared/refusal.ts'
import { compose } from '../../shared/text.ts'
import type { Deps } from '../../infra/deps.ts'
import type { Reader, Tx } from '../../infra/db/db.ts'
import { findChannels } from '../channels/channel-store.ts'
import { isBeforeStart, moveEnd, refusalToSchedule } from './campaign-rules.ts'
import {
  deleteCampaignRow,
  findCampaignsOfPerson,
  findRewardCounts,
  isCampaignUsed,
  listCampaignSummaries,
  loadCampaignOfApp,
  lockCampaignOfApp,
  updateCampaignRow,
  type CampaignOfApp,
  type CampaignCursor,
  countFunnel,
} from './campaign-store.ts'
import { pictureUrl } from './upload-picture.ts'

type CampaignKey = { clientId: string; campaignId: string }

type CampaignQuery = { clientId?: string; state?: CampaignState; text?: string; size?: number; next?: string }

/** Lists the campaigns of the applications that a person may view, from a cursor. */
export async function listCampaigns(
  channelId: string,
  { size = limits.campaignListSize, next = '', clientId, state, text }: CampaignQuery,
  { addresses, clock, db }: Pick<Deps, 'addresses' | 'clock' | 'db'>,
): Promise<ContentOf<typeof consoleApi.campaigns.listCampaigns>> {
  const filter = { clientId, state, text: text === undefined ? undefined : compose(text).trim() }
  const after = next === '' ? null : parseCursor(next)
  const found = await findCampaignsOfPerson(db.read, channelId, filter, {
    behind: after,
    size: size + 1,
    now: clock.now(),
  })
  const { page, next: following } = cutPage(found, size, ({ startsAt, campaignId }) => [startsAt, campaignId])
  const ids = page.map(({ campaignId }) => campaignId)
  const summaries = await listCampaignSummaries(db.read, ids, limits.listedClaimCountMax)
  return {
    data: page.map(({ clientId, appName, ...campaign }) => {
      const { rewards = [], claims = 0, open = 0 } = summaries.get(campaign.campaignId) ?? {}
      const views = rewards.map(({ name, pictureId }) => ({
        name,
        imageUrl: pictureId && pictureUrl(pictureId, addresses),
      }))
      return { ...toCampaignView(campaign), clientId, appName, rewards: views, claims, open }
    }),
    page: { next: following },
  }
}

const cursorPattern = new RegExp(`^(-?\\d{1,16}) (${uuidPattern})$`)

function parseCursor(next: string): CampaignCursor {
  const [startsAt, campaignId = ''] = decodeCursor(next, cursorPattern)
  return { startsAt: Number(startsAt), campaignId }
}

/** A campaign with its channels and the claims of its rewards. */
export async function getCampaign(
  { clientId, campaignId }: CampaignKey,
  { addresses, clock, db }: Pick<Deps, 'addresses' | 'clock' | 'db'>,
): Promise<ContentOf<typeof consoleApi.campaigns.getCampaign>> {
  const now = clock.now()
  const campaign = await loadCampaignOfApp(db.read, clientId, campaignId)
  if (campaign === null) throw campaignNotFound()
  const rewards = await findRewardCounts(db.read, campaignId, limits.claimCountMax)
  return {
    ...toCampaignView(campaign),
    isEditable: isBeforeStart(campaign, { isUsed: await isCampaignUsed(db.read, campaignId), now }),
    channels: campaign.channelIds && (await findNamedChannels(db.read, campaign.channelIds)),
    rewards: rewards.map((reward) => ({
      ...reward,
      imageUrl: reward.pictureId && pictureUrl(reward.pictureId, addresses),
    })),
  }
}

/** How many people got from watching to a fulfilled reward. */
export async function getCampaignFunnel({ clientId, campaignId }: CampaignKey, { db }: Pick<Deps, 'db'>) {
  const campaign = await loadCampaignOfApp(db.read, clientId, campaignId)
  if (campaign === null) throw campaignNotFound()
  return countFunnel(db.read, campaign.campaignId, limits.claimCountMax)
}

/** Changes the end of a campaign; without a date it ends now. Returns the new end. */
export async function endCampaign(
  { clientId, campaignId, endsAt }: CampaignKey & { endsAt: number | null },
  { clock, db }: Pick<Deps, 'clock' | 'db'>,
): Promise<string> {
  const now = clock.now()
  return db.transaction(async (tx) => {
    const campaign = await lockCampaign(tx, { clientId, campaignId })
    const result = moveEnd(campaign, endsAt, now)
    if ('refusal' in result) throw invalidField('endsDate', result.refusal)
    await updateCampaignRow(tx, campaignId, { ends_at: result.endsAt })
    return utcSecond(result.endsAt)
  })
}

/** Publishes a draft, which starts now if its start has passed. Returns the start. */
export async function publishCampaign(
  { clientId, campaignId }: CampaignKey,
  { clock, db }: Pick<Deps, 'clock' | 'db'>,
): Promise<string> {
  const now = clock.now()
  return db.transaction(async (tx) => {
    const campaign = await lockCampaign(tx, { clientId, campaignId })
    if (!campaign.isDraft) throw new Refusal('badInput', 'CAMPAIGN_PUBLISHED')
    const period = { startsAt: Math.max(campaign.startsAt, now), endsAt: campaign.endsAt }
    const refusal = refusalToSchedule(period, now)
    if (refusal) throw invalidField('endsDate', refusal)
    await updateCampaignRow(tx, campaignId, { is_draft: false, starts_at: period.startsAt })
    return utcSecond(period.startsAt)
  })
}

/** Deletes a campaign that has not started. */
export async function deleteCampaign(
  { clientId, campaignId }: CampaignKey,
  { clock, db }: Pick<Deps, 'clock' | 'db'>,
): Promise<void> {
  const now = clock.now()
  await db.transaction(async (tx) => {
    const campaign = await lockCampaign(tx, { clientId, campaignId })
    if (!isBeforeStart(campaign, { isUsed: await isCampaignUsed(tx, campaignId), now }))
      throw new Refusal('badInput', 'CAMPAIGN_STARTED')
    await deleteCampaignRow(tx, campaignId)
  })
}

/** Finds channels in the order of the ids. A channel whose account has ended has no name. */
async function findNamedChannels(db: Reader, channelIds: string[]) {
  const channels = await findChannels(db, channelIds)
  const names = new Map(channels.map(({ id, name }) => [id, name]))
  return channelIds.map((channelId) => ({ channelId, channelName: names.get(channelId) ?? '' }))
}

function toCampaignView(campaign: CampaignOfApp) {
  const { campaignId, externalId, title, isDraft, categoryId, categoryName, categoryEnglishName, startsAt } = campaign
  const startsDate = utcSecond(startsAt)
  const endsDate = utcSecondOrNull(campaign.endsAt)
  const { detailsUrl } = campaign
  const category = { categoryId, categoryName, categoryEnglishName }
  return { campaignId, externalId, title, detailsUrl, isDraft, ...category, startsDate, endsDate }
}

async function lockCampaign(tx: Tx, { clientId, campaignId }: CampaignKey): Promise<CampaignOfApp> {
  const campaign = await lockCampaignOfApp(tx, clientId, campaignId)
  if (campaign === null) throw campaignNotFound()
  return campaign
}

function campaignNotFound(): Refusal {
  return new Refusal('notFound', 'NO_SUCH_CAMPAIGN')
}
