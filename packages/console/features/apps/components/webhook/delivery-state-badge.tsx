import { Badge } from '@mantine/core'
import type { DeliveryState } from '@onair/contract'
import { strings } from '../../../../locales/index.ts'

const { deliveryStates } = strings('common')

export function DeliveryStateBadge({ state, size = 'md' }: { state: DeliveryState; size?: 'sm' | 'md' }) {
  return (
    <Badge size={size} color={colors[state]}>
      {deliveryStates[state]}
    </Badge>
  )
}

const colors: Record<DeliveryState, string> = { WAITING: 'orange', DELIVERED: 'teal', EXHAUSTED: 'red' }
