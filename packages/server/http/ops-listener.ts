import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { isIP, type AddressInfo } from 'node:net'
import { isLoopbackHost, type Config } from '../config/config.ts'
import type { Drain } from './drain.ts'
import { StartError } from './start-error.ts'
import type { Readiness } from './readiness.ts'
import type { PrometheusMetrics } from '../infra/observability/prometheus.ts'

export type OpsListener = AsyncDisposable & {
  port: number
  /** `/readyz` answers what `check` returns, and 503 before this call and after the disposal. */
  reportReadiness(check: () => Promise<Readiness>): Disposable
}

type OpsConfig = Pick<Config, 'allowedHosts' | 'opsHost' | 'opsPort'>

/**
 * Serves `/livez`, `/readyz` and `/metrics` on a port of their own, which is not meant to be public. It listens first and
 * closes last, so that a probe sees the start and the shutdown.
 */
export async function openOpsListener(
  config: OpsConfig,
  { drain, metrics }: { drain: Drain; metrics: PrometheusMetrics },
): Promise<OpsListener> {
  let check = reportStarting
  const readReadiness = async () => (drain.probe() ? check() : stopping)
  const server = createServer({ requestTimeout: 10_000, headersTimeout: 10_000 }, (request, response) => {
    serve(request, response, { config, metrics, readReadiness }).catch(() => send(response, 500, 'error\n'))
  })
  server.maxConnections = 100
  await listen(server, config)
  return {
    port: (server.address() as AddressInfo).port,
    reportReadiness(added) {
      check = added
      return { [Symbol.dispose]: () => void (check = reportStarting) }
    },
    async [Symbol.asyncDispose]() {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}

const reportStarting = async (): Promise<Readiness> => ({ isReady: false, lines: ['starting'] })
const stopping: Readiness = { isReady: false, lines: ['stopping'] }

type Services = { config: OpsConfig; metrics: PrometheusMetrics; readReadiness: () => Promise<Readiness> }

async function serve(request: IncomingMessage, response: ServerResponse, { config, metrics, readReadiness }: Services) {
  const path = (request.url ?? '').split('?', 1)[0]
  if (!isOpsHost(request.headers.host, config)) return send(response, 421, 'unknown host\n')
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    response.setHeader('allow', 'GET, HEAD')
    return send(response, 405, 'method not allowed\n')
  }
  if (path === '/livez') return send(response, 200, 'ok\n')
  if (path === '/readyz') {
    const { isReady, lines } = await readReadiness()
    return send(response, isReady ? 200 : 503, `${lines.length === 0 ? 'ok' : lines.join('\n')}\n`)
  }
  if (path === '/metrics') return send(response, 200, await metrics.scrape(), metrics.contentType)
  return send(response, 404, 'not found\n')
}

function send(response: ServerResponse, status: number, text: string, type = 'text/plain; charset=utf-8') {
  response.writeHead(status, {
    'content-type': type,
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  })
  response.end(text)
}

/**
 * Against DNS rebinding: a page of another site may resolve its own name to this machine, but not an address, a loopback
 * name or a name without a dot, as those of containers are.
 */
function isOpsHost(header = '', { allowedHosts, opsHost }: OpsConfig): boolean {
  const name = /^(\[[\da-f:.]+\]|[\w.-]+)(?::\d{0,5})?$/i.exec(header)?.[1]?.toLowerCase()
  if (name === undefined) return false
  const isAddress = isIP(name.replace(/^\[|\]$/g, '')) !== 0
  return isAddress || isLoopbackHost(name) || !name.includes('.') || [...allowedHosts, opsHost].includes(name)
}

async function listen(server: Server, { opsHost, opsPort }: OpsConfig): Promise<void> {
  server.listen({ port: opsPort ?? 0, host: opsHost })
  try {
    await once(server, 'listening')
  } catch (error) {
    throw new StartError(
      `Cannot listen on ONAIR_OPS_HOST ${opsHost} and ONAIR_OPS_PORT ${opsPort}: ${(error as Error).message}.`,
    )
  }
}
