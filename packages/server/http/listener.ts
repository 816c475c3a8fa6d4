import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse, type Server, type ServerOptions } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { connect, isIPv6, Socket, type AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import { createSecureContext } from 'node:tls'
import { errors, type ErrorKind } from '@onair/contract'
import type { Config } from '../config/config.ts'
import { policyOf } from '../policy.ts'
import { isSocketUpgrade } from '../gateway/engine-io/engine-io-3.ts'
import type { Addresses } from '../infra/deps.ts'
import { StartError } from './start-error.ts'
import { PlainResponse, LocalTlsResponse, TlsResponse } from './standard-response.ts'
import { endWithError } from '../shared/raw-response.ts'

export type Listener = AsyncDisposable & {
  server: Server
  addresses: Addresses
  /** Starts listening. Resolves at once where it listens already. */
  listen: () => Promise<void>
  /**
   * Reads the certificate files again. New connections use the new certificate, which the server also emits as
   * `certificate`.
   */
  reloadCertificate: () => Promise<void>
}

const defaultTimeouts = {
  /** A request that is not complete after this time gets status 408. Also the limit of a TLS handshake. */
  requestMs: 10_000,
  /** Silent connections and incomplete requests are closed at most this long after their timeout. */
  checkMs: 4_000,
  /** Longer than a long poll. A connection without traffic for that long does not read its response. */
  idleMs: 120_000,
  /**
   * How long a connection waits for its next request. Longer than clients and proxies keep one, up to a minute, so that
   * they close it: a request that is sent while the server closes is lost.
   */
  keepAliveMs: 65_000,
}

/** Connections of a storm queue in the kernel. Those beyond the queue are retried by the client's TCP after a second. */
const acceptBacklog = 4_096

/**
 * Creates the server. It listens when the roles have started, because a load balancer takes an open port for a process that
 * can respond. A port that the kernel chooses is listened on at once, because the addresses contain it: 503 until then.
 */
export async function openListener(config: Config, timeouts = defaultTimeouts): Promise<Listener> {
  const options: ServerOptions<typeof IncomingMessage, typeof PlainResponse> = {
    ServerResponse: PlainResponse,
    requestTimeout: timeouts.requestMs,
    connectionsCheckingInterval: timeouts.checkMs,
    keepAliveTimeout: timeouts.keepAliveMs,
    // RFC 9110, 7.8: a server may ignore the header Upgrade. Java's client sends `Upgrade: h2c` on ordinary requests.
    shouldUpgradeCallback: (request) => server.listenerCount('upgrade') > 0 && isSocketUpgrade(request),
  }
  const certificate = await readCertificate(config)
  const tlsOptions = { ServerResponse: policyOf(config).hasHstsOnLocalhost ? TlsResponse : LocalTlsResponse }
  const tls =
    certificate && createTlsServer({ ...options, ...tlsOptions, ...certificate, handshakeTimeout: timeouts.requestMs })
  const server = (tls ?? createServer(options)) as Server
  server.setTimeout(timeouts.idleMs)
  server.on('request', respondNotReady)
  server.on('clientError', rejectMalformed)
  const listen = () => listenOnce(server, config)
  if (config.port === 0) await listen()
  else await requireFreePort(config)
  const { port } = config.port === 0 ? (server.address() as AddressInfo) : config
  // URL.origin omits the default port, as the Origin header of browsers does.
  const { origin } = new URL(`${tls ? 'https' : 'http'}://${reachableHost(config.host)}:${port}`)
  const baseUrl = config.baseUrl ?? origin
  return {
    server,
    addresses: {
      baseUrl,
      authUrl: config.authUrl ?? baseUrl,
      socketUrl: config.socketUrl ?? baseUrl,
      mediaUrl: config.mediaUrl ?? baseUrl,
    },
    listen,
    async reloadCertificate() {
      const renewed = await readCertificate(config)
      if (renewed === null) return
      tls?.setSecureContext(renewed)
      server.emit('certificate', renewed)
    },
    async [Symbol.asyncDispose]() {
      if (!server.listening) return
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}

async function listenOnce(server: Server, config: Config): Promise<void> {
  if (server.listening) return
  server.listen({ port: config.port, host: config.host, backlog: acceptBacklog })
  try {
    await once(server, 'listening')
  } catch (error) {
    throw new StartError(listenErrorMessage(error as NodeJS.ErrnoException, config))
  }
}

/** Reports a port in use before the start takes its time. Another program can still take the port afterwards. */
async function requireFreePort(config: Config): Promise<void> {
  const host = reachableHost(config.host).replace(/^\[|\]$/g, '')
  const socket = connect({ port: config.port, host, timeout: 1_000 })
  const isInUse = await new Promise<boolean>((resolve) => {
    socket.once('connect', () => resolve(true))
    for (const event of ['error', 'timeout']) socket.once(event, () => resolve(false))
  })
  socket.destroy()
  if (isInUse) throw new StartError(portInUseMessage(config))
}

/** The host of a URL that reaches this address from the same machine. */
function reachableHost(address: string): string {
  if (address === '0.0.0.0') return '127.0.0.1'
  if (address === '::') return '[::1]'
  return isIPv6(address) ? `[${address}]` : address
}

export async function readCertificate({ tlsCert, tlsKey }: Config): Promise<{ cert: Buffer; key: Buffer } | null> {
  if (tlsCert === null || tlsKey === null) return null
  try {
    const certificate = { cert: await readFile(tlsCert), key: await readFile(tlsKey) }
    createSecureContext(certificate)
    return certificate
  } catch (error) {
    throw new StartError(
      `Cannot use ONAIR_TLS_CERT and ONAIR_TLS_KEY: ${(error as Error).message}. Set them to PEM files of a certificate and its private key.`,
    )
  }
}

/** The request listener until the roles have started. */
export function respondNotReady(_request: IncomingMessage, response: ServerResponse) {
  response
    .writeHead(503, { 'content-type': 'application/json; charset=utf-8', 'retry-after': '1', connection: 'close' })
    .end('{"code":503,"message":"SERVICE_UNAVAILABLE"}')
}

/** Responds to bytes that are not valid HTTP, with the envelope of an error. */
function rejectMalformed({ code: systemCode }: NodeJS.ErrnoException, socket: Duplex) {
  // After a failed TLS handshake there is no way to respond. A client that sent nothing expects no answer.
  const isSilent = socket instanceof Socket && socket.bytesRead === 0
  if (isSilent || systemCode === 'ECONNRESET' || /^ERR_(SSL|TLS)_/.test(systemCode ?? '') || !socket.writable) {
    socket.destroy()
    return
  }
  const { status, message } = errors[errorKindBySystemCode.get(systemCode) ?? 'badInput']
  endWithError(socket, status, message)
}

const errorKindBySystemCode = new Map<string | undefined, ErrorKind>([
  ['HPE_HEADER_OVERFLOW', 'headersTooLarge'],
  ['ERR_HTTP_REQUEST_TIMEOUT', 'requestTimeout'],
])

const portInUseMessage = ({ port }: Pick<Config, 'port'>) => `Port ${port} is in use. Choose another with --port.`

function listenErrorMessage(error: NodeJS.ErrnoException, { host, port }: Config): string {
  if (error.code === 'EADDRINUSE') return portInUseMessage({ port })
  if (error.code === 'EACCES')
    return `This user may not listen on port ${port}. Choose one above 1023 with --port, or see docs/operate/tls.md.`
  if (error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND')
    return `ONAIR_HOST ${host} is not an address of this machine. Set it to one that is, or to 0.0.0.0 for all.`
  return `Cannot listen on ${host}:${port}: ${error.message}.`
}
