import { startOverlay } from '@onair/overlays'
import { loadSocketIo } from './load-socket-io.ts'

const reloadMs = 5_000
const root = document.querySelector('#overlay') as HTMLElement
const api = document.querySelector<HTMLMetaElement>('meta[name="onair-api"]')?.content
const baseUrl = api === undefined || api === '' ? location.origin : api

void loadSocketIo().then(
  (io) => startOverlay(root, { baseUrl, io }),
  () => setTimeout(() => location.reload(), reloadMs),
)
