import type { DeliveryState } from '@onair/contract'
import { localize } from '../lib/language.ts'

/** How it stands with a notification. */
export const deliveryStateLabels = localize<Record<DeliveryState, string>>({
  ko: { WAITING: '기다림', DELIVERED: '전달됨', EXHAUSTED: '포기함' },
  en: { WAITING: 'Waiting', DELIVERED: 'Delivered', EXHAUSTED: 'Given up' },
})

export const deliveryStateColors: Record<DeliveryState, string> = {
  WAITING: 'orange',
  DELIVERED: 'teal',
  EXHAUSTED: 'red',
}
