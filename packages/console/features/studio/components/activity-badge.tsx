import { Badge } from '@mantine/core'
import type { ActivityKind } from '@onair/contract'
import { strings } from '../../../locales/index.ts'

const { activity: t } = strings('studio')
const colors: Record<ActivityKind, string> = { DONATION: 'orange', SUBSCRIPTION: 'teal', FOLLOW: 'gray' }

export function ActivityBadge({ kind }: { kind: ActivityKind }) {
  return (
    <Badge component="span" color={colors[kind]} size="lg" fw={600} style={{ justifySelf: 'start' }}>
      {t.kinds[kind]}
    </Badge>
  )
}
