import type { DeliveryState } from '@onair/contract'
import { strings } from '../locales/index.ts'

export const { deliveryStates: deliveryStateLabels } = strings('common')

export const deliveryStateColors: Record<DeliveryState, string> = {
  WAITING: 'orange',
  DELIVERED: 'teal',
  EXHAUSTED: 'red',
}
