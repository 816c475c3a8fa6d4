import { isAnyAddress, isLoopbackHost } from './hosts.ts'
import type { Config } from './settings.ts'

/** Returns an error for each setting that makes a start with ONAIR_MODE=production unsafe. */
export function unsafeProduction(config: Config): string[] {
  const errors: string[] = []
  if (config.databaseUrl === null && config.ephemeral)
    errors.push('ONAIR_EPHEMERAL deletes all data on exit and is not allowed with ONAIR_MODE=production.')
  if (config.secretKey !== null && isPredictable(config.secretKey))
    errors.push(
      'ONAIR_SECRET_KEY repeats its bytes and can be guessed: use a random one, from `openssl rand -base64 32`.',
    )
  if (config.roles.join() === 'worker') return errors
  if (config.baseUrl === null && isAnyAddress(config.host))
    errors.push(
      `ONAIR_HOST=${config.host} lets other machines connect: set ONAIR_BASE_URL to the public URL of the API.`,
    )
  if (!config.insecureHttp)
    for (const [variable, url] of publicOrigins(config))
      if (url.startsWith('http:') && !isLoopbackHost(new URL(url).hostname))
        errors.push(
          `${variable} ${url} sends passwords and tokens in clear text: use https://, or set ONAIR_INSECURE_HTTP=true for a trusted network.`,
        )
  return errors
}

/** Returns an error if other machines can reach a sandbox, which has known passwords. Public URLs are checked at start. */
export function exposedSandbox({ host, roles: ownRoles, sandboxPublic }: Config): string[] {
  if (sandboxPublic || isLoopbackHost(host) || ownRoles.join() === 'worker') return []
  return [
    `ONAIR_HOST=${host} lets other machines use this sandbox: set ONAIR_SANDBOX_PUBLIC=true, which asks for a secret that the start prints, and ONAIR_BASE_URL to the URL that they open, or set ONAIR_MODE=production.`,
  ]
}

/** The public origins of this process by the setting that decides them. */
function publicOrigins({
  baseUrl,
  authUrl,
  socketUrl,
  mediaUrl,
  host,
  port: listenPort,
  tlsCert,
}: Config): [string, string][] {
  const origins: [string, string | null][] = [
    ['ONAIR_BASE_URL', baseUrl],
    ['ONAIR_AUTH_URL', authUrl],
    ['ONAIR_SOCKET_URL', socketUrl],
    ['ONAIR_MEDIA_URL', mediaUrl],
  ]
  if (baseUrl === null && tlsCert === null && !isAnyAddress(host))
    origins.push(['ONAIR_HOST', `http://${host.includes(':') ? `[${host}]` : host}:${listenPort}`])
  return origins.filter((entry): entry is [string, string] => entry[1] !== null)
}

/** Whether the bytes of a key repeat, as those of a key that was typed do. 32 random bytes have about 30 values. */
function isPredictable(key: Buffer): boolean {
  const hasPeriod = [1, 2, 4, 8, 16].some((period) => key.subarray(period).equals(key.subarray(0, -period)))
  return hasPeriod || new Set(key).size < 12
}
