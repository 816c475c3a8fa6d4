import { Resolver } from 'node:dns/promises'

/** The addresses of a host name; rejects when it has none. */
export type ResolveHost = (host: string, signal: AbortSignal) => Promise<string[]>

/**
 * Asks the name servers itself, without the machine's own look-up: that one waits in the few threads of the
 * process, and a handful of dead names would hold up everyone. The hosts file is therefore not read; localhost is known.
 */
export const resolveHost: ResolveHost = async (host, signal) => {
  if (isLocalhost(host)) return ['127.0.0.1', '::1']
  const resolver = new Resolver({ timeout: 1500, tries: 2 })
  const cancel = () => resolver.cancel()
  signal.addEventListener('abort', cancel)
  try {
    const results = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)])
    const addresses = results.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
    if (addresses.length > 0) return addresses
    throw new Error(results.map((answer) => (answer.status === 'rejected' ? String(answer.reason) : '')).join(', '))
  } finally {
    signal.removeEventListener('abort', cancel)
  }
}

function isLocalhost(host: string): boolean {
  return host === 'localhost' || host.endsWith('.localhost')
}
