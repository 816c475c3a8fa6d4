import { recordAudit } from '../../shared/audit-store.ts'
import { busMessage, watchTopic } from '../../shared/bus-messages.ts'
import { isUuid } from '../../shared/ids.ts'
import { Refusal } from '../../shared/refusal.ts'
import type { Deps } from '../../infra/deps.ts'
import { requireRankOver, roleToModerate, siteRoleDetail, type Moderator } from './require-moderator.ts'
import { hideDonationAt, loadDonator } from '../payments/payment-store.ts'

/**
 * Hides the text and the name of a donation from watch pages and overlays. For moderators, and the people who run the site. The donation remains, and
 * counts in sums and goals. Repeating it changes nothing.
 */
export async function hideDonation(
  { channelId, donationId, ...moderator }: { channelId: string; donationId: string } & Moderator,
  { clock, db, metrics }: Pick<Deps, 'clock' | 'db' | 'metrics'>,
): Promise<void> {
  const now = clock.now()
  const isChanged = await db.transaction(async (tx, publish) => {
    const siteRole = await roleToModerate(tx, channelId, moderator)
    const donation = isUuid(donationId) ? await loadDonator(tx, channelId, donationId) : null
    if (donation === null) throw new Refusal('notFound', 'NO_SUCH_DONATION')
    const { donatorChannelId } = donation
    if (donatorChannelId !== null) await requireRankOver(tx, siteRole, donatorChannelId)
    if (!(await hideDonationAt(tx, donationId, now))) return false
    const target = donatorChannelId !== null && { targetChannelId: donatorChannelId }
    const detail = { ...target, donationId, ...siteRoleDetail(siteRole) }
    await recordAudit(tx, now, { action: 'donation.hidden', channelId, detail })
    publish(busMessage(watchTopic(channelId), { type: 'donationHidden', donationId }))
    return true
  })
  if (isChanged) metrics.actionDone('donation.hidden')
}
