import type { consoleApi, ContentOf } from '@onair/contract'
import { strings } from '../../locales/index.ts'

const { activity: t } = strings('studio')

export type Activity = ContentOf<typeof consoleApi.audience.listActivity>['data'][number]

export function describeActivity(activity: Activity): string {
  if (activity.kind === 'DONATION') return t.donated(activity.payAmount)
  return activity.kind === 'SUBSCRIPTION' ? t.subscribed(activity.tierNo, activity.month) : t.followed
}
