import type { DeliveryState } from '@onair/contract'
import { inLanguage } from '../language.ts'

/** How it stands with a notification. */
export const deliveryWords = inLanguage<Record<DeliveryState, string>>({
  ko: { WAITING: '기다림', DELIVERED: '전달됨', GIVEN_UP: '포기함' },
  en: { WAITING: 'Waiting', DELIVERED: 'Delivered', GIVEN_UP: 'Given up' },
})

export const deliveryColours: Record<DeliveryState, string> = { WAITING: 'orange', DELIVERED: 'teal', GIVEN_UP: 'red' }
