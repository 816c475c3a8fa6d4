import { startOverlay } from '@onair/overlays'
import type { SocketIo } from '@onair/sdk'
import socketIoUrl from 'socket.io-client/dist/socket.io.slim.js?url'

const root = document.querySelector('#overlay') as HTMLElement
const api = document.querySelector<HTMLMetaElement>('meta[name="onair-api"]')?.content
const baseUrl = api === undefined || api === '' ? location.origin : api

// As a script of its own, because this old module expects to be one. It defines `io`.
const script = document.createElement('script')
script.src = socketIoUrl
script.addEventListener('load', () => startOverlay(root, { baseUrl, io: (window as unknown as { io: SocketIo }).io }))
script.addEventListener('error', () => setTimeout(() => location.reload(), reloadMs))
const reloadMs = 5_000
document.head.append(script)
