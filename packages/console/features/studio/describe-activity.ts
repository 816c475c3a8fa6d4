import type { consoleApi, ContentOf } from '@onair/contract'
import { strings } from '../../locales/index.ts'

const { activity: t } = strings('studio')

export type Activity = ContentOf<typeof consoleApi.audience.listActivity>['data'][number]

export function describeActivity(activity: Activity): string {
  if (activity.kind === 'DONATION') return t.donated(activity.payAmount)
  if (activity.kind === 'FOLLOW') return t.followed
  const { gift, month, tierNo } = activity
  const subscribed = t.subscribed(tierNo, month)
  return gift === null ? subscribed : `${subscribed} · ${t.gifted(gift.giverName ?? t.anonymous, gift.count)}`
}
