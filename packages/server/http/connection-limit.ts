import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Config } from '../config/config.ts'
import type { Log } from '../infra/observability/log.ts'
import type { Metrics } from '../infra/observability/metrics.ts'
import { connectionLimitOf, type ConnectionLimit } from '../infra/files/open-files.ts'
import { isLoopbackAddress, networksOf } from '../shared/networks/ip-prefix.ts'
import { NetworkSlots } from '../shared/networks/network-slots.ts'
import { SizeOrder } from './size-order.ts'

/** An address may have an eighth of the connections, the /56 of an IPv6 address a quarter, and its /48 half. */
const addressShare = 1 / 8
/** When all connections are in use, so many of the fullest network are examined for one to close. */
const maxExamined = 100

type LimitOptions = {
  config: Config
  log: Pick<Log, 'warn'>
  metrics?: Pick<Metrics, 'connectionRefused'>
  limit?: ConnectionLimit | null
  /** Whether the network of an address has a limit of its own. */
  isLimited?: (ip: string) => boolean
}

/** A connection of a client. `release` ends what is counted for it. */
type Peer = {
  socket: Socket
  network: PeerNetwork
  release: () => void
  last: { request: IncomingMessage; response: ServerResponse } | null
}
/** The connections of a network that may be closed for others: all but websockets of sessions and viewers. */
type PeerNetwork = { readonly key: string; readonly closable: Set<Peer> }

/**
 * Limits the connections in total, so that the database, the listener and webhook attempts always get a file descriptor, and
 * those of each network. When all are in use, a new one takes the place of one of the fullest network: of an idle one, or
 * else of one with a request in progress. Polls stay, and so do websockets that the gateway has authenticated: it emits
 * `authenticated` on the server with the socket. Behind a trusted proxy only the total counts, because every connection is
 * the proxy's. Null where the system has no limit.
 */
export function limitConnections(server: Server, { limit, ...options }: LimitOptions): ConnectionLimit | null {
  const connectionLimit = limit === undefined ? connectionLimitOf(options.config) : limit
  if (connectionLimit === null) return null
  const connections = new Connections(connectionLimit, options)
  // A refused connection gets no parser.
  const listeners = server.listeners('connection')
  server.removeAllListeners('connection')
  server.on('connection', (socket: Socket) => {
    if (connections.open(socket)) for (const serve of listeners) serve.call(server, socket)
  })
  server.on('secureConnection', (socket: Socket) => connections.secure(socket))
  server.prependListener('request', (request, response) => connections.serve(request, response))
  server.on('authenticated', (socket: Socket) => connections.keep(socket))
  return connectionLimit
}

class Connections {
  readonly #limit: ConnectionLimit
  readonly #options: LimitOptions
  readonly #slots: NetworkSlots
  readonly #networks = new Map<string, PeerNetwork>()
  readonly #order = new SizeOrder<PeerNetwork>(({ closable }) => closable.size)
  readonly #peers = new WeakMap<Socket, Peer>()
  /** The connections by their remote address and port, which a TLS connection has in common with its TCP connection. */
  readonly #byAddress = new Map<string, Peer>()

  constructor(limit: ConnectionLimit, options: LimitOptions) {
    this.#limit = limit
    this.#options = options
    this.#slots = new NetworkSlots(Math.max(1, Math.floor(limit.maxConnections * addressShare)))
  }

  /** False for a connection that is refused, and closed. */
  open(socket: Socket): boolean {
    // It is undefined where the client has closed the connection already.
    const { remoteAddress: ip = '' } = socket
    const { config, isLimited = (address) => !isLoopbackAddress(address) } = this.#options
    const networks = networksOf(ip)
    const limited = config.trustProxy || !isLimited(ip) ? [] : networks
    const network = this.#networkOf(networks[0]?.prefix ?? ip)
    if (ip === '') socket.destroy()
    else if (this.#slots.isFull(limited)) this.#refuse(socket, 'network_limit', { network: networks.at(-1)?.prefix })
    else if (this.#isFull() && !this.#makeRoom(network)) this.#refuse(socket, 'open_files', { ...this.#limit })
    else this.#admit(socket, network, this.#slots.take(limited))
    return !socket.destroyed
  }

  /** Knows a connection by the socket of its TLS session too. */
  secure(socket: Socket): void {
    const peer = this.#byAddress.get(addressOf(socket))
    if (peer !== undefined) this.#peers.set(socket, peer)
  }

  serve(request: IncomingMessage, response: ServerResponse): void {
    const peer = this.#peers.get(request.socket)
    if (peer !== undefined) peer.last = { request, response }
  }

  /** The connection is not closed for others. The gateway limits those of guests. */
  keep(socket: Socket): void {
    const peer = this.#peers.get(socket)
    if (peer !== undefined) this.#removeClosable(peer)
  }

  #isFull(): boolean {
    return this.#byAddress.size >= this.#limit.maxConnections
  }

  #admit(socket: Socket, network: PeerNetwork, releaseSlots: () => void): void {
    const address = addressOf(socket)
    const release = () => {
      releaseSlots()
      if (this.#byAddress.get(address) === peer) this.#byAddress.delete(address)
      this.#removeClosable(peer)
    }
    const peer: Peer = { socket, network, release, last: null }
    this.#peers.set(socket, peer)
    this.#byAddress.set(address, peer)
    this.#networks.set(network.key, network)
    network.closable.add(peer)
    this.#order.changed(network)
    socket.once('close', release)
  }

  /** Closes a connection of the fullest network. False where the network of the new one is as full. */
  #makeRoom(network: PeerNetwork): boolean {
    if (this.#options.config.trustProxy) return false
    const fullest = this.#order.largest
    if (fullest === null || fullest.closable.size <= network.closable.size) return false
    const peer = findClosable(fullest)
    if (peer === null) return false
    this.#options.log.warn({ network: fullest.key, ...this.#limit }, 'connection.closed_for_others')
    peer.release()
    peer.socket.destroy()
    return true
  }

  #refuse(socket: Socket, reason: 'network_limit' | 'open_files', fields: object): void {
    this.#options.metrics?.connectionRefused(reason)
    this.#options.log.warn(fields, 'connection.refused')
    socket.destroy()
  }

  /** `key`: the largest network of an address. */
  #networkOf(key: string): PeerNetwork {
    return this.#networks.get(key) ?? { key, closable: new Set() }
  }

  #removeClosable(peer: Peer): void {
    const { network } = peer
    if (!network.closable.delete(peer)) return
    this.#order.changed(network)
    if (network.closable.size === 0) this.#networks.delete(network.key)
  }
}

/** An idle connection, the oldest first, or else one with a request in progress. Busy ones move behind the others. */
function findClosable({ closable }: PeerNetwork): Peer | null {
  let busy: Peer | null = null
  // A connection that moves behind the others is not examined again.
  const examined = closable.values().take(Math.min(maxExamined, closable.size))
  for (const peer of examined) {
    if (isIdle(peer)) return peer
    if (!isPoll(peer)) busy ??= peer
    closable.delete(peer)
    closable.add(peer)
  }
  return busy
}

function isIdle({ last }: Peer): boolean {
  return last === null || last.response.writableFinished || last.response.destroyed
}

function isPoll({ last }: Peer): boolean {
  return last?.request.url?.startsWith('/socket.io') ?? false
}

function addressOf({ remoteAddress, remotePort }: Socket): string {
  return `${remoteAddress} ${remotePort}`
}
