import { ConfigError, isLoopbackHost, type Config } from '@onair/server/config/config.ts'
import { isMappedToLoopback } from '@onair/server/infra/outbound/known-hosts.ts'
import { certificateFiles, readCertificateNames } from '@onair/server/infra/tls/local-certificate.ts'

type Settings = Pick<
  Config,
  'authUrl' | 'baseUrl' | 'dataDir' | 'mode' | 'roles' | 'sandboxPublic' | 'socketUrl' | 'tlsCert'
>

/**
 * Throws if a public URL shows that other machines reach this sandbox. A name is private if the hosts file maps it to this
 * machine, or if it is in the certificate of `onair tls`, whose CA no other machine trusts.
 */
export async function requirePrivateSandbox(settings: Settings): Promise<void> {
  if (settings.mode !== 'sandbox' || settings.sandboxPublic || settings.roles.join() === 'worker') return
  const { baseUrl, authUrl, socketUrl } = settings
  const localNames = await namesOfLocalCertificate(settings)
  for (const [variable, url] of Object.entries({
    ONAIR_BASE_URL: baseUrl,
    ONAIR_AUTH_URL: authUrl,
    ONAIR_SOCKET_URL: socketUrl,
  })) {
    const name = url === null ? 'localhost' : new URL(url).hostname
    if (!isLoopbackHost(name) && !localNames.includes(name) && !isMappedToLoopback(name))
      throw new ConfigError([
        `${variable} ${url} is not an address of this machine alone, and this sandbox has accounts with known passwords: set ONAIR_SANDBOX_PUBLIC=true, which asks for a secret that the start prints, or ONAIR_MODE=production, or map ${name} to 127.0.0.1 in the hosts file.`,
      ])
  }
}

async function namesOfLocalCertificate({ dataDir, tlsCert }: Settings): Promise<string[]> {
  if (tlsCert === null || tlsCert !== certificateFiles(dataDir).certificate) return []
  return readCertificateNames(tlsCert)
}
