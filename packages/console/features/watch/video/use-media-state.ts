import { useEffect, useState, type RefObject } from 'react'

const events = [
  'play',
  'pause',
  'playing',
  'waiting',
  'timeupdate',
  'volumechange',
  'resize',
  'loadeddata',
  'emptied',
] as const

export type MediaState = { isPaused: boolean; isWaiting: boolean; isMuted: boolean; volume: number; height: number }

const initial: MediaState = { isPaused: true, isWaiting: false, isMuted: true, volume: 1, height: 0 }

/** The state of a video element, for the controls. */
export function useMediaState(video: RefObject<HTMLVideoElement | null>): MediaState {
  const [state, setState] = useState(initial)
  useEffect(() => {
    const { current } = video
    if (current === null) return undefined
    const listeners = new AbortController()
    const read = ({ type }: { type: string }) =>
      setState((before) => {
        const after = {
          isPaused: current.paused,
          isWaiting: type === 'waiting' || (before.isWaiting && type === 'volumechange'),
          isMuted: current.muted || current.volume === 0,
          volume: current.volume,
          height: Math.min(current.videoHeight, current.videoWidth),
        }
        return isSame(before, after) ? before : after
      })
    for (const type of events) current.addEventListener(type, read, { signal: listeners.signal })
    read({ type: 'loadeddata' })
    return () => listeners.abort()
  }, [video])
  return state
}

function isSame(before: MediaState, after: MediaState): boolean {
  return Object.entries(after).every(([name, value]) => before[name as keyof MediaState] === value)
}
