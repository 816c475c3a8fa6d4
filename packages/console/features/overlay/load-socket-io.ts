import type { SocketIo } from '@onair/sdk/listen'
import socketIoUrl from 'socket.io-client/dist/socket.io.slim.js?url'

/** Loads the Socket.IO client as a script of its own, because this old module expects to be one. It defines `io`. */
export function loadSocketIo(): Promise<SocketIo> {
  // Overlays run in browsers that do not have Promise.withResolvers.
  return new Promise((resolve, reject) => {
    const script = document.createElement('script')
    script.src = socketIoUrl
    script.addEventListener('load', () => resolve((window as unknown as { io: SocketIo }).io))
    script.addEventListener('error', () => reject(new TypeError('the Socket.IO client could not be loaded')))
    document.head.append(script)
  })
}
