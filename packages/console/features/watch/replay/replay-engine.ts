import { ErrorTypes, Events, Hls } from 'hls.js/light'
import { playFile } from './play-file.ts'

/** Plays a recording from its playlist, natively only where the browser has no other way. */
export function playReplay(video: HTMLVideoElement, url: string, onFailure: () => void): Disposable {
  if (!Hls.isSupported()) return playFile(video, url, onFailure)
  const player = new Hls({ enableWorker: false, backBufferLength: 60 })
  let hasRecovered = false
  player.on(Events.ERROR, (_, { fatal, type }) => {
    if (!fatal) return
    if (type !== ErrorTypes.MEDIA_ERROR || hasRecovered) return onFailure()
    hasRecovered = true
    player.recoverMediaError()
  })
  // Attached only once there is a playlist: a source that is removed before the browser opens it logs an error.
  player.on(Events.MANIFEST_PARSED, () => player.attachMedia(video))
  player.loadSource(url)
  return { [Symbol.dispose]: () => player.destroy() }
}
