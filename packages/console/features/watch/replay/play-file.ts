/** Plays what the browser can play without help, such as a clip. */
export function playFile(video: HTMLVideoElement, url: string, onFailure: () => void): Disposable {
  const listeners = new AbortController()
  video.addEventListener('error', onFailure, { signal: listeners.signal })
  video.src = url
  return {
    [Symbol.dispose]() {
      listeners.abort()
      video.removeAttribute('src')
      video.load()
    },
  }
}
