import { once } from 'node:events'
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { createServer as createTlsServer, type TLSSocket } from 'node:tls'
import { ipPrefix } from '../shared/networks/ip-prefix.ts'
import { isLoopbackAddress, rtmpPorts } from '../infra/outbound/ssrf-guard.ts'
import type { Platform } from '../services.ts'
import { encoderGate } from './accept-encoder.ts'
import { Connection, type AcceptPublisher } from './connection.ts'

const usualPort = rtmpPorts.rtmp
/** A connection must publish within this time, and send something in each such period afterwards. */
const handshakeMs = 5_000
const idleMs = 15_000
/** An encoder may have to wait for the one before. */
const connectionsPerLive = 2
const maxPerNetwork = 20

export type Certificate = { cert: Buffer; key: Buffer }
export type RtmpListener = AsyncDisposable & { replaceCertificate(certificate: Certificate): void }

/** Listens for encoders, by RTMPS where there is a certificate. The studio shows the address. */
export async function openRtmp(deps: Platform, certificate: Certificate | null): Promise<RtmpListener> {
  const { addresses, config, log, policy, videos } = deps
  const connections = new Connections(encoderGate(deps), deps)
  const serve = (socket: Socket) => connections.serve(socket)
  const secure = certificate && createTlsServer({ ...certificate, handshakeTimeout: handshakeMs }, serve)
  const server: Server = secure ?? createServer(serve)
  secure?.on('tlsClientError', (_error, socket: TLSSocket) => socket.destroy())
  const chosen = config.rtmpPort === 'off' ? null : config.rtmpPort
  await listen(server, config.rtmpHost ?? config.host, policy.picksRtmpPort ? chosen : (chosen ?? usualPort))
  const { port } = server.address() as AddressInfo
  const { hostname } = new URL(addresses.mediaUrl)
  videos.encoderUrl = `${secure ? 'rtmps' : 'rtmp'}://${hostname}${!secure && port === usualPort ? '' : `:${port}`}/live`
  log.info({ port, secure: secure !== null }, 'rtmp.listening')
  return {
    replaceCertificate: (renewed) => secure?.setSecureContext(renewed),
    async [Symbol.asyncDispose]() {
      videos.encoderUrl = null
      const closed = once(server, 'close')
      server.close()
      connections.close()
      await closed
    },
  }
}

/** `port`: null for the usual one, or a free one where another program has it. */
async function listen(server: Server, host: string, port: number | null): Promise<void> {
  const tryPort = async (tried: number) => {
    server.listen({ port: tried, host })
    await once(server, 'listening')
  }
  try {
    await tryPort(port ?? usualPort)
  } catch (error) {
    if (port !== null || (error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error
    await tryPort(0)
  }
}

/** The connections of encoders, bounded in total and by network. */
class Connections {
  readonly #accept: AcceptPublisher
  readonly #deps: Pick<Platform, 'clock' | 'config' | 'log'>
  readonly #sockets = new Set<Socket>()
  readonly #byNetwork = new Map<string, number>()

  constructor(accept: AcceptPublisher, deps: Pick<Platform, 'clock' | 'config' | 'log'>) {
    this.#accept = accept
    this.#deps = deps
  }

  serve(socket: Socket): void {
    const address = (socket.remoteAddress ?? '').replace(/^::ffff:/, '')
    socket.on('error', () => {})
    const network = ipPrefix(address)
    if (address === '' || !this.#take(socket, address, network)) return void socket.destroy()
    const onError = (error: unknown) => this.#deps.log.error({ error }, 'rtmp.failed')
    const connection = new Connection(socket, { address, accept: this.#accept, onError })
    const late = this.#deps.clock.after(handshakeMs, () => {
      if (!connection.isPublishing) connection.fail('did not publish in time')
    })
    socket.setNoDelay(true)
    socket.setTimeout(idleMs, () => connection.fail('sent nothing'))
    socket.on('data', (bytes: Buffer) => connection.receive(bytes))
    socket.on('close', () => {
      late[Symbol.dispose]()
      this.#release(socket, network)
      connection.closed()
      if (connection.error !== null) this.#deps.log.info({ network, error: connection.error }, 'rtmp.closed')
    })
  }

  close(): void {
    for (const socket of this.#sockets) socket.destroy()
  }

  #take(socket: Socket, address: string, network: string): boolean {
    const { trustProxy, videoLives } = this.#deps.config
    const mine = this.#byNetwork.get(network) ?? 0
    // Behind a balancer every connection is from its address.
    const isLimited = !trustProxy && !isLoopbackAddress(address)
    if (this.#sockets.size >= videoLives * connectionsPerLive || (isLimited && mine >= maxPerNetwork)) return false
    this.#sockets.add(socket)
    this.#byNetwork.set(network, mine + 1)
    return true
  }

  #release(socket: Socket, network: string): void {
    this.#sockets.delete(socket)
    const left = (this.#byNetwork.get(network) ?? 1) - 1
    if (left === 0) this.#byNetwork.delete(network)
    else this.#byNetwork.set(network, left)
  }
}
