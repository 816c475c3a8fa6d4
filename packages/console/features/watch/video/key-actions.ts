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
  | 'back'
  | 'forward'

const actions: Readonly<Record<string, KeyAction>> = {
  KeyK: 'togglePlay',
  KeyM: 'toggleMuted',
  KeyF: 'toggleFullScreen',
  KeyI: 'togglePictureInPicture',
  KeyL: 'jumpToEdge',
  KeyT: 'theatre',
}
const timelineActions: Readonly<Record<string, KeyAction>> = { ArrowLeft: 'back', ArrowRight: 'forward' }
/** These move the focus or a value in other controls. */
const videoActions: Readonly<Record<string, KeyAction>> = {
  ...timelineActions,
  Space: 'togglePlay',
  ArrowUp: 'louder',
  ArrowDown: 'quieter',
}

/** The action of a key in the player. Keys are those of the keyboard, so that they work in Korean input too. */
export function findKeyAction({ code, target, altKey, ctrlKey, metaKey }: KeyboardEvent): KeyAction | null {
  if (altKey || ctrlKey || metaKey || target instanceof HTMLSelectElement) return null
  return actions[code] ?? actionsOf(target)[code] ?? null
}

function actionsOf(target: EventTarget): Readonly<Record<string, KeyAction>> {
  if (target instanceof HTMLVideoElement) return videoActions
  return (target as Element).matches('[data-timeline] input') ? timelineActions : {}
}
