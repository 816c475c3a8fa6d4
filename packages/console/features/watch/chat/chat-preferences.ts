import { useSyncExternalStore } from 'react'
import { StoredValue } from '../../../lib/stored-value.ts'

export const textSizes = ['small', 'medium', 'large'] as const

/** How this browser shows every chat. */
export type ChatPreferences = {
  readonly size: (typeof textSizes)[number]
  /** Whether each message has its time, not only the one under the pointer. */
  readonly hasTimes: boolean
  /** Whether messages that mention the viewer, or reply to them, have a mark. */
  readonly marksMentions: boolean
}

export const chatPreferences = new StoredValue<ChatPreferences>('onair-chat', (stored) => {
  const { size, hasTimes, marksMentions } = (stored ?? {}) as Partial<ChatPreferences>
  return {
    size: textSizes.find((one) => one === size) ?? 'medium',
    hasTimes: hasTimes === true,
    marksMentions: marksMentions !== false,
  }
})

export function useChatPreferences(): ChatPreferences {
  return useSyncExternalStore(chatPreferences.subscribe, chatPreferences.get)
}
