import { useEffect, useState, type RefObject } from 'react'
import type { LiveAttempt } from './low-latency-engine.ts'

const intervalMs = 1_000
/** Playback that stands still for so many seconds, or for so many of the last ones, is too slow for the network. */
const slowStops = 4
const slowStopsOfPeriod = 8
const periodSec = 30
/** Less progress in a second is none. */
const progressSec = 0.2

export type LiveFigures = {
  /** The distance to the live edge; null while it is not known. */
  latencySec: number | null
  /** Frames that were not shown. */
  lostFrames: number
  /** Playback stands still again and again, or for long. */
  isSlow: boolean
  isOffline: boolean
  heights: number[]
  chosenHeight: number | null
}

const initial: LiveFigures = {
  latencySec: null,
  lostFrames: 0,
  isSlow: false,
  isOffline: false,
  heights: [],
  chosenHeight: null,
}

/** Measures playback once a second. */
export function useLiveFigures(video: RefObject<HTMLVideoElement | null>, attempt: LiveAttempt | null): LiveFigures {
  const [figures, setFigures] = useState(initial)
  useEffect(() => {
    const { current } = video
    if (current === null) return undefined
    const progress = new Progress()
    const read = () =>
      setFigures({
        latencySec: attempt?.latencySec() ?? null,
        lostFrames: current.getVideoPlaybackQuality().droppedVideoFrames,
        isSlow: progress.isSlow(current),
        isOffline: !navigator.onLine,
        heights: attempt?.heights() ?? [],
        chosenHeight: attempt?.chosenHeight() ?? null,
      })
    const timer = setInterval(read, intervalMs)
    read()
    return () => clearInterval(timer)
  }, [video, attempt])
  return figures
}

/** Remembers in which of the last seconds playback stood still. */
class Progress {
  #lastTime = 0
  #stops: boolean[] = []

  /** Called once a second. */
  isSlow({ currentTime, paused, readyState, HAVE_METADATA }: HTMLVideoElement): boolean {
    const hasStopped = Math.abs(currentTime - this.#lastTime) < progressSec
    this.#lastTime = currentTime
    // Browsers stop videos of hidden pages.
    if (paused || document.hidden || readyState < HAVE_METADATA) this.#stops = []
    else this.#stops = [...this.#stops.slice(1 - periodSec), hasStopped]
    const isLong = this.#stops.length >= slowStops && this.#stops.slice(-slowStops).every(Boolean)
    return isLong || this.#stops.filter(Boolean).length >= slowStopsOfPeriod
  }
}
