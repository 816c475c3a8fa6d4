import {
  activityKinds,
  limits,
  type ActivityKind,
  type consoleApi,
  type ContentOf,
  type QueryOf,
} from '@onair/contract'
import { parseTimestamp, utcSecond } from '../../shared/dates.ts'
import { decodeCursor, encodeCursor } from '../../shared/list-cursor.ts'
import { compose } from '../../shared/text.ts'
import type { Deps } from '../../infra/deps.ts'
import { mergeNewest, type ActivityPositions } from './activity-rules.ts'
import { findDonations, findFollows, findSubscriptions, type ActivitySearch } from './activity-store.ts'

type ActivityItem = ContentOf<typeof consoleApi.audience.listActivity>['data'][number]
type ActivityRow = Awaited<ReturnType<(typeof finders)[ActivityKind]>>[number]

/** Donations, subscriptions and follows of a channel in one list, newest first. An anonymous donation has no name. */
export async function listActivity(
  channelId: string,
  query: QueryOf<typeof consoleApi.audience.listActivity>,
  { db }: Pick<Deps, 'db'>,
): Promise<ContentOf<typeof consoleApi.audience.listActivity>> {
  const { kind, name = '', size = limits.audienceSize, next = '' } = query
  const search: Omit<ActivitySearch, 'beforePosition'> = {
    channelId,
    text: compose(name),
    since: parseTimestamp('sinceDate', query.sinceDate),
    until: parseTimestamp('untilDate', query.untilDate),
    limit: size + 1,
  }
  const positions = next === '' ? startPositions : parseCursor(next)
  const findRows = async (activityKind: ActivityKind): Promise<[ActivityKind, ActivityRow[]]> => [
    activityKind,
    await finders[activityKind](db.read, { ...search, beforePosition: positions[activityKind] }),
  ]
  const lists = Object.fromEntries(await Promise.all((kind === undefined ? activityKinds : [kind]).map(findRows)))
  const { entries, next: nextPositions } = mergeNewest<ActivityKind, ActivityRow>(lists, positions, size)
  return {
    data: entries.map(toActivityItem),
    page: { next: nextPositions && encodeCursor(...activityKinds.map((kind) => nextPositions[kind])) },
  }
}

const finders = { DONATION: findDonations, SUBSCRIPTION: findSubscriptions, FOLLOW: findFollows } as const
const startPositions: ActivityPositions<ActivityKind> = {
  DONATION: Number.MAX_SAFE_INTEGER,
  SUBSCRIPTION: Number.MAX_SAFE_INTEGER,
  FOLLOW: Number.MAX_SAFE_INTEGER,
}

function toActivityItem(row: ActivityRow): ActivityItem {
  const createdDate = utcSecond(row.at)
  if (row.kind === 'FOLLOW') {
    const { kind, by: channelId, name: channelName } = row
    return { kind, activityId: channelId, channelId, channelName, createdDate }
  }
  const { by: channelId, id: activityId } = row
  if (row.kind === 'SUBSCRIPTION') {
    const { subscriberNickname: channelName, month, tierNo } = row.event
    const gift = row.giftCount === null ? null : { giverName: row.giverName, count: row.giftCount }
    return { kind: row.kind, activityId, channelId, channelName, month, tierNo, gift, createdDate }
  }
  const { kind, payAmount, event, hiddenAt } = row
  const { donatorNickname: channelName, donationText, emojis } = event
  const isHidden = hiddenAt !== null
  return { kind, activityId, channelId, channelName, payAmount, donationText, emojis, isHidden, createdDate }
}

function parseCursor(next: string): ActivityPositions<ActivityKind> {
  const numbers = decodeCursor(next, /^(\d{1,16}) (\d{1,16}) (\d{1,16})$/).map(Number)
  return Object.fromEntries(
    activityKinds.map((kind, index) => [kind, numbers[index]]),
  ) as ActivityPositions<ActivityKind>
}
