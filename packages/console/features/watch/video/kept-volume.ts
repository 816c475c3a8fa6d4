const storageKey = 'onair-volume'

type Volume = { volume: number; muted: boolean }

/** The volume of the last time; without one, the browser decides whether sound is allowed. */
export function readVolume(): Volume {
  try {
    const { volume, muted } = JSON.parse(localStorage.getItem(storageKey) ?? '{}') as Partial<Volume>
    const isVolume = typeof volume === 'number' && volume >= 0 && volume <= 1
    return { volume: isVolume ? volume : 1, muted: muted === true }
  } catch {
    return { volume: 1, muted: false }
  }
}

/** Called for changes that the viewer makes, not for the silence that a browser demands. */
export function keepVolume({ volume, muted }: Volume): void {
  try {
    localStorage.setItem(storageKey, JSON.stringify({ volume, muted }))
  } catch {
    // Without storage the next page starts at full volume.
  }
}
