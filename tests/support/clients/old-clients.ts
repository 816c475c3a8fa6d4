import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { createContext, runInContext } from 'node:vm'

import { WebSocket } from 'ws'

import { FakeXmlHttpRequest } from './fake-xml-http-request.ts'

/** The API that every Socket.IO client since 1.0 has, as far as tests use it. */
export type OldSocket = {
  on(event: string, handler: (...values: never[]) => void): void
  emit(event: string, ...values: unknown[]): void
  close(): void
  io: { engine: { transport: { name: string }; on(event: string, handler: () => void): void } }
}

type Io = (url: string, options: object) => OldSocket

const require = createRequire(import.meta.url)

/** The tested client versions, one of each minor version. */
export const versions = ['1.0.6', '1.1.0', '1.2.1', '1.3.7', '1.4.8', '1.5.1', '1.6.0', '1.7.4', '2.0.3']
/**
 * The dependencies of versions before 1.4 no longer install, and `overrides` in package.json replaces them. Their
 * browser bundles still run.
 */
const versionsForNode = versions.slice(versions.indexOf('1.4.8'))

/** Each version as a browser bundle and as a Node package. */
export const oldClients = [
  ...versions.map((version) => ({ name: `${version} in a page`, io: loadInPage(version) })),
  ...versionsForNode.map((version) => ({
    name: `${version} in Node`,
    io: require(packageName(version)) as Io,
  })),
]
export type OldClient = (typeof oldClients)[number]

/** The transports that the specification asks for, the clients' default, and polling alone. */
export const transportModes = {
  'websocket only': ['websocket'],
  'polling, then websocket': ['polling', 'websocket'],
  'polling only': ['polling'],
}
export type TransportMode = keyof typeof transportModes

export function connectOldClient({ io }: OldClient, url: string, mode: TransportMode = 'websocket only'): OldSocket {
  return io(url, {
    reconnection: false,
    forceNew: true,
    'force new connection': true,
    timeout: 3_000,
    'connect timeout': 3_000,
    transports: transportModes[mode],
  })
}

/** The published browser bundle. */
export function readBundle(version: string): string {
  const folder = dirname(require.resolve(`${packageName(version)}/package.json`))
  const path = ['socket.io.js', 'dist/socket.io.js'].map((name) => join(folder, name)).find(existsSync)
  if (path === undefined) throw new Error(`socket.io-client ${version} has no bundle`)
  return readFileSync(path, 'utf8')
}

/** The newest is the client that other tests and the examples use. */
function packageName(version: string): string {
  return version === '2.0.3' ? 'socket.io-client' : `socket.io-client-${version}`
}

/** Runs a browser bundle in its own context. */
function loadInPage(version: string): Io {
  const page = {
    WebSocket,
    XMLHttpRequest: FakeXmlHttpRequest,
    location: { protocol: 'http:', hostname: 'overlay.example', port: '80' },
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
  runInContext(readBundle(version), createContext(window))
  if (window.io === undefined) throw new Error(`socket.io-client ${version} did not leave an io`)
  return window.io
}
