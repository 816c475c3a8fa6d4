import type { DonationEvent } from '@onair/contract'
import { loadBlockedWords } from '../../shared/chat/blocked-word-store.ts'
import { hasBlockedWord } from '../../shared/chat/blocked-words.ts'
import { isModerator } from '../../shared/chat/chat-roles.ts'
import { seoulDate } from '../../shared/dates.ts'
import { loadEmoticons } from '../../shared/chat/emoticon-store.ts'
import { channelEmoticonsIn, emojisIn, refusalOfEmoticons } from '../../shared/chat/emoticons.ts'
import { errorReason, reasonForField, Refusal } from '../../shared/refusal.ts'
import { refusalToParticipate } from '../../shared/chat/restriction-state.ts'
import { channelTopic, busMessage } from '../../shared/bus-messages.ts'
import { parseShortText } from '../../shared/text.ts'
import { refuseWord, type SiteText } from '../../shared/words/site-words.ts'
import type { Deps } from '../../infra/deps.ts'
import { insertDonation, loadPayer, debitWallet } from './payment-store.ts'

export type NewDonation = {
  channelId: string
  /** Null for an anonymous donation. */
  donatorChannelId: string | null
  /** Whose wallet pays. Null in the sandbox: any amount, no wallet. */
  payerChannelId: string | null
  donationType: DonationEvent['donationType']
  payAmount: number
  donationText: string
}

const anonymousNickname = '익명'

/** Donates to a channel: debits the wallet, if one pays, writes the donation with its event, and publishes it. */
export async function donate(
  { channelId, donatorChannelId, payerChannelId, donationType, payAmount, donationText }: NewDonation,
  {
    addresses,
    clock,
    config,
    db,
    random,
    site,
  }: Pick<Deps, 'addresses' | 'clock' | 'config' | 'db' | 'random'> & { site: SiteText },
): Promise<string> {
  const now = clock.now()
  const validated = donationText === '' ? { text: '' } : parseShortText(donationText)
  if ('refusal' in validated) throw new Refusal('badInput', reasonForField('donationText', validated.refusal))
  await refuseWord(validated.text, () => new Refusal('forbidden', 'SITE_WORD'), { site })
  const personId = donatorChannelId ?? payerChannelId
  const person = personId === null ? null : await loadPerson(channelId, personId, now, db.read)
  if (validated.text !== '' && (person === null || !isModerator(person))) {
    const blockedWords = await loadBlockedWords(db.read, channelId)
    if (hasBlockedWord(validated.text, blockedWords)) throw new Refusal('forbidden', 'BLOCKED_WORD')
  }

  const text = { channelId, content: validated.text }
  const emoticons = await loadEmoticons(db.read, [text])
  const locked = refusalOfEmoticons(channelEmoticonsIn(text, emoticons), person?.subscribedMonths ?? 0)
  if (locked && (person === null || !isModerator(person))) throw new Refusal('forbidden', locked)

  const donationId = random.uuid()
  const event: DonationEvent = {
    donationType,
    channelId,
    donatorChannelId: donatorChannelId ?? '',
    donatorNickname: donatorChannelId === null || person === null ? anonymousNickname : person.nickname,
    payAmount: String(payAmount),
    donationText: validated.text,
    emojis: emojisIn(text, emoticons, addresses.baseUrl),
    eventSentAt: seoulDate(now),
    eventId: donationId,
  }
  await db.transaction(async (tx, publish) => {
    if (payerChannelId !== null && !(await debitWallet(tx, payerChannelId, payAmount, config.startingBalance)))
      throw new Refusal('forbidden', errorReason('INSUFFICIENT_BALANCE', { amount: payAmount }))
    const position = await insertDonation(tx, {
      id: donationId,
      channel_id: channelId,
      donator_channel_id: donatorChannelId,
      pay_amount: payAmount,
      event: JSON.stringify(event),
      created_at: now,
    })
    publish(busMessage(channelTopic(channelId, 'DONATION'), { type: 'DONATION', event, position }))
  })
  return donationId
}

/** The text of a donation is read out in the channel, so a restricted person cannot donate. */
async function loadPerson(channelId: string, personId: string, now: number, db: Deps['db']['read']) {
  const person = await loadPayer(db, channelId, personId)
  if (person === null) throw new Refusal('notFound', 'NO_SUCH_CHANNEL')
  const refusal = refusalToParticipate(person, now)
  if (refusal) throw new Refusal('forbidden', refusal)
  return person
}
