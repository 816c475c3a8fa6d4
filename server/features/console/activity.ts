import { activityKinds, consoleAudience, limits, type ActivityKind, type ContentOf } from '@onair/contract'
import { utcSecond } from '../../kit/dates.ts'
import { handle } from '../../kit/handle.ts'
import { inField, Refusal } from '../../kit/refusal.ts'
import { newestOf, type Places } from './activity-rules.ts'
import { findDonations, findFollows, findSubscriptions } from './activity-store.ts'

type Shown = ContentOf<typeof consoleAudience.listActivity>['data'][number]
type Found = Awaited<ReturnType<(typeof finders)[ActivityKind]>>[number]

/** What happened in one's own channel, from where the last answer ended. */
export const listOwnActivity = handle(consoleAudience.listActivity, async ({ caller, query }, { db }) => {
  const { kind, size = limits.audienceSize, next = '' } = query
  const places = next === '' ? fromTheTop : placesIn(next)
  const found = async (one: ActivityKind): Promise<[ActivityKind, Found[]]> => [
    one,
    await finders[one](db.read, caller.channelId, places[one], size + 1),
  ]
  const lists = Object.fromEntries(await Promise.all((kind === undefined ? activityKinds : [kind]).map(found)))
  const { shown, next: later } = newestOf<ActivityKind, Found>(lists, places, size)
  return { data: shown.map(shownOf), page: { next: later === null ? null : nextFrom(later) } }
})

const finders = { DONATION: findDonations, SUBSCRIPTION: findSubscriptions, FOLLOW: findFollows } as const
const fromTheTop: Places<ActivityKind> = {
  DONATION: Number.MAX_SAFE_INTEGER,
  SUBSCRIPTION: Number.MAX_SAFE_INTEGER,
  FOLLOW: Number.MAX_SAFE_INTEGER,
}

function shownOf(found: Found): Shown {
  const createdDate = utcSecond(found.at)
  if (found.kind === 'FOLLOW') {
    const { kind, by: channelId, name: channelName } = found
    return { kind, activityId: channelId, channelId, channelName, createdDate }
  }
  const { by: channelId, id: activityId } = found
  if (found.kind === 'SUBSCRIPTION') {
    const { subscriberNickname: channelName, month, tierNo } = found.event
    return { kind: found.kind, activityId, channelId: found.by, channelName, month, tierNo, createdDate }
  }
  const { kind, payAmount, event } = found
  const { donatorNickname: channelName, donationText } = event
  return { kind, activityId, channelId, channelName, payAmount, donationText, createdDate }
}

/** The places in the lists as callers carry them: nothing they need to understand. */
function nextFrom(places: Places<ActivityKind>): string {
  return Buffer.from(activityKinds.map((kind) => places[kind]).join(' ')).toString('base64url')
}

function placesIn(next: string): Places<ActivityKind> {
  const text = Buffer.from(next, 'base64url').toString()
  if (!/^\d{1,16} \d{1,16} \d{1,16}$/.test(text)) throw new Refusal('badInput', inField('next', 'NOT_FROM_AN_ANSWER'))
  const numbers = text.split(' ').map(Number)
  return Object.fromEntries(activityKinds.map((kind, at) => [kind, numbers[at]])) as Places<ActivityKind>
}
