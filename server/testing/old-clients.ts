import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { createContext, runInContext } from 'node:vm'

import { WebSocket } from 'ws'

/** What every Socket.IO client since 1.0 offers, as far as tests need it. */
export type OldClient = {
  on(event: string, hear: (...values: never[]) => void): void
  emit(event: string, ...values: unknown[]): void
  close(): void
}

type Io = (url: string, options: object) => OldClient

const require = createRequire(import.meta.url)

export const oldVersions = ['1.0.6', '1.4.8', '1.7.4', '2.0.3'] as const
export type OldVersion = (typeof oldVersions)[number]

/** A client as it was published, connecting as the specification asks it to. */
export function connectOldClient(version: OldVersion, url: string): OldClient {
  const io = version === '1.0.6' ? inBrowser('socket.io-client-1.0.6/socket.io.js') : installed(version)
  return io(url, {
    reconnection: false,
    forceNew: true,
    'force new connection': true,
    timeout: 3_000,
    'connect timeout': 3_000,
    transports: ['websocket'],
  })
}

function installed(version: OldVersion): Io {
  return require(`socket.io-client-${version}`)
}

/** 1.0.6 no longer installs for Node, so it runs as it did in browsers. */
function inBrowser(path: string): Io {
  const page = {
    WebSocket,
    XMLHttpRequest() {},
    location: { protocol: 'http:', hostname: '127.0.0.1', port: '80' },
    navigator: { userAgent: '' },
    document: {},
    setTimeout,
    clearTimeout,
    setInterval,
    clearInterval,
    addEventListener() {},
    ArrayBuffer,
    console,
    io: undefined as Io | undefined,
  }
  const window = Object.assign(page, { window: page, self: page })
  runInContext(readFileSync(require.resolve(path), 'utf8'), createContext(window))
  if (window.io === undefined) throw new Error(`${path} did not leave an io`)
  return window.io
}
