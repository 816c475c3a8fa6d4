import type { DonationEvent } from '@onair/contract'
import { seoulDate } from '../../kit/dates.ts'
import { emojisIn } from '../../kit/emoticons.ts'
import { because, inField, Refusal } from '../../kit/refusal.ts'
import { refusalOfRestricted } from '../../kit/restricted.ts'
import { channelTopic, signal } from '../../kit/signals.ts'
import { shortText } from '../../kit/text.ts'
import type { World } from '../../world/world.ts'
import { insertDonation, loadSupporter, takeFromWallet } from './support-store.ts'

export type NewDonation = {
  channelId: string
  /** Null where nobody shall know who gives; then no wallet pays either. */
  donatorChannelId: string | null
  donationType: DonationEvent['donationType']
  payAmount: number
  donationText: string
}

const anonymous = '익명'

/** Someone donates to a channel: the wallet pays, the row and the event are written, and whoever listens is told. */
export async function donate(
  { channelId, donatorChannelId, donationType, payAmount, donationText }: NewDonation,
  { addresses, clock, config, db, random }: Pick<World, 'addresses' | 'clock' | 'config' | 'db' | 'random'>,
): Promise<string> {
  const now = clock.now()
  const text = donationText === '' ? { text: '' } : shortText(donationText)
  if ('refused' in text) throw new Refusal('badInput', inField('donationText', text.refused))
  const donator = donatorChannelId === null ? null : await loadDonator(channelId, donatorChannelId, now, db.read)

  const donationId = random.uuid()
  const event: DonationEvent = {
    donationType,
    channelId,
    donatorChannelId,
    donatorNickname: donator?.nickname ?? anonymous,
    payAmount: String(payAmount),
    donationText: text.text,
    emojis: emojisIn(text.text, addresses.baseUrl),
    eventSentAt: seoulDate(now),
    eventId: donationId,
  }
  await db.change(async (tx, tell) => {
    if (donatorChannelId !== null && !(await takeFromWallet(tx, donatorChannelId, payAmount, config.startingBalance)))
      throw new Refusal('forbidden', because('WALLET_TOO_SMALL', { amount: payAmount }))
    const position = await insertDonation(tx, {
      id: donationId,
      channel_id: channelId,
      donator_channel_id: donatorChannelId,
      pay_amount: payAmount,
      event: JSON.stringify(event),
      created_at: now,
    })
    tell(signal(channelTopic(channelId, 'DONATION'), { type: 'DONATION', event, position }))
  })
  return donationId
}

/** What is written with a donation is read out in the channel, so who may not speak there may not donate either. */
async function loadDonator(channelId: string, donatorChannelId: string, now: number, db: World['db']['read']) {
  const donator = await loadSupporter(db, channelId, donatorChannelId)
  if (donator === null) throw new Refusal('notFound', 'NO_SUCH_CHANNEL')
  const refusal = refusalOfRestricted(donator, now)
  if (refusal) throw new Refusal('forbidden', refusal)
  return donator
}
