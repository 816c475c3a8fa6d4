import { Text } from '@mantine/core'
import { limits, type ViewerStatus } from '@onair/contract'
import { usePlatformTime } from '../../../lib/platform-time.ts'
import { strings } from '../../../locales/index.ts'

const { gift: t } = strings('subscribe')

const dayMs = 86_400_000

/** Says for a day who gave the viewer the subscription. */
export default function GiftNotice({ subscription }: { subscription: NonNullable<ViewerStatus['subscription']> }) {
  const givenAt = Date.parse(subscription.renewableDate) - limits.subscriptionMonthDays * dayMs
  const isRecent = usePlatformTime() < givenAt + dayMs
  return (
    <Text size="sm" role="status">
      {isRecent && subscription.giverName !== null && t.received(subscription.giverName)}
    </Text>
  )
}
