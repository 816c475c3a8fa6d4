import type { KeyboardEvent } from 'react'

export type KeyAction =
  | 'togglePlay'
  | 'toggleMuted'
  | 'toggleFullScreen'
  | 'togglePictureInPicture'
  | 'jumpToEdge'
  | 'louder'
  | 'quieter'
  | 'theatre'

const actions: Readonly<Record<string, KeyAction>> = {
  KeyK: 'togglePlay',
  KeyM: 'toggleMuted',
  KeyF: 'toggleFullScreen',
  KeyI: 'togglePictureInPicture',
  KeyL: 'jumpToEdge',
  KeyT: 'theatre',
}
/** These move the focus or a value in other controls. */
const videoActions: Readonly<Record<string, KeyAction>> = {
  Space: 'togglePlay',
  ArrowUp: 'louder',
  ArrowDown: 'quieter',
}

/** The action of a key in the player. Keys are those of the keyboard, so that they work in Korean input too. */
export function findKeyAction({ code, target, altKey, ctrlKey, metaKey }: KeyboardEvent): KeyAction | null {
  if (altKey || ctrlKey || metaKey || target instanceof HTMLSelectElement) return null
  return actions[code] ?? (target instanceof HTMLVideoElement ? videoActions[code] : undefined) ?? null
}
