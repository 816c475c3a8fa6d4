import { isIP } from 'node:net'
import { domainToASCII } from 'node:url'
import { readConfig } from '@onair/server/config/config.ts'
import { systemClock } from '@onair/server/infra/clock.ts'
import { utcDate } from '@onair/server/shared/dates.ts'
import { defineCommand, UsageError } from '../../command.ts'
import { print } from '../../print.ts'
import { hostsLine, tlsText } from './tls-text.ts'

/** Creates the certificate that `serve --tls` uses, and prints how clients trust it. */
export const tls = defineCommand({
  name: 'tls',
  summary: 'Create a local CA and certificate for serve --tls; prints how clients trust it',
  positionals: {},
  options: {
    name: {
      placeholder: '<name>',
      description: 'host name or IP address to add; localhost, 127.0.0.1 and ::1 are always included',
      isRepeatable: true,
    },
    'data-dir': { placeholder: '<directory>', description: 'data directory', defaultText: '.onair' },
    json: { description: 'print JSON' },
  },
  async run({ name, 'data-dir': dataDir, json }, env) {
    const names = name.map(parseName)
    const config = readConfig({ ...env, ...(dataDir !== undefined && { DATA_DIR: dataDir }) })
    const { prepareLocalCertificate } = await import('@onair/server/infra/tls/local-certificate.ts')
    const certificate = await prepareLocalCertificate(config.dataDir, { names, now: systemClock().now() })
    if (!json) return print(tlsText(certificate))
    const { files, expiresAt, caExpiresAt, isCaNew } = certificate
    print(
      JSON.stringify({
        names: certificate.names,
        hostsLine: hostsLine(certificate.names),
        caFile: files.ca,
        caBundleFile: files.caBundle,
        certificateFile: files.certificate,
        keyFile: files.key,
        expiresDate: utcDate(expiresAt),
        caExpiresDate: utcDate(caExpiresAt),
        isCaNew,
      }),
    )
  },
})

/** A host name in ASCII and lower case, which may begin with `*.`, or an IP address. */
function parseName(text: string): string {
  if (isIP(text) !== 0)
    return new URL(`http://${text.includes(':') ? `[${text}]` : text}`).hostname.replace(/[[\]]/g, '')
  const name = domainToASCII(text.replace(/^\*\./, ''))
  const label = '[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?'
  if (name.length > 253 || isIP(name) !== 0 || !new RegExp(`^${label}(\\.${label})*$`).test(name))
    throw new UsageError(`--name must be a host name or an IP address, such as openapi.example.com, not "${text}".`)
  return text.startsWith('*.') ? `*.${name}` : name
}
