import { isIP } from 'node:net'
import { dirname, join } from 'node:path'
import { domainToASCII } from 'node:url'
import { readConfig } from '@onair/server/config/config.ts'
import { systemClock } from '@onair/server/infra/clock.ts'
import type { LocalCertificate } from '@onair/server/infra/tls/local-certificate.ts'
import { utcDate } from '@onair/server/shared/dates.ts'
import { defineCommand, UsageError } from '../../command.ts'
import { print, shellQuote } from '../../print.ts'
import { startCommand } from '../../started-by.ts'

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
    const config = readConfig({ ...env, ...(dataDir !== undefined && { ONAIR_DATA_DIR: dataDir }) })
    const { prepareLocalCertificate } = await import('@onair/server/infra/tls/local-certificate.ts')
    const certificate = await prepareLocalCertificate(config.dataDir, { names, now: systemClock().now() })
    print(json ? JSON.stringify(toJson(certificate)) : toText(certificate))
  },
})

/** A host name in ASCII and lower case, which may begin with `*.`, or an IP address. */
function parseName(text: string): string {
  if (isIP(text) !== 0)
    return new URL(`http://${text.includes(':') ? `[${text}]` : text}`).hostname.replace(/[[\]]/g, '')
  const name = domainToASCII(text.replace(/^\*\./, ''))
  const areLabels = name.split('.').every((label) => /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/.test(label))
  if (name.length > 253 || isIP(name) !== 0 || !areLabels)
    throw new UsageError(`--name must be a host name or an IP address, such as openapi.example.com, not "${text}".`)
  return text.startsWith('*.') ? `*.${name}` : name
}

function toJson({ files, names, expiresAt, caExpiresAt, isCaNew }: LocalCertificate) {
  return {
    names,
    hostsLine: hostsLine(names),
    caFile: files.ca,
    caBundleFile: files.caBundle,
    certificateFile: files.certificate,
    keyFile: files.key,
    expiresDate: utcDate(expiresAt),
    caExpiresDate: utcDate(caExpiresAt),
    isCaNew,
  }
}

/** The line for the hosts file, such as `127.0.0.1 openapi.example.com`; null if no name needs one. */
function hostsLine(names: readonly string[]): string | null {
  const hosts = names.filter((name) => name !== 'localhost' && isIP(name) === 0 && !name.startsWith('*.'))
  return hosts.length === 0 ? null : `127.0.0.1 ${hosts.join(' ')}`
}

function toText({ files, names, expiresAt, isCaNew }: LocalCertificate): string {
  const [ca, bundle] = [shellQuote(files.ca), shellQuote(files.caBundle)]
  const truststore = join(dirname(files.ca), 'truststore.p12')
  const javaOptions = `-Djavax.net.ssl.trustStore="${truststore}" -Djavax.net.ssl.trustStorePassword=changeit`
  const hosts = hostsLine(names)
  const start =
    hosts === null
      ? startCommand('--tls')
      : `ONAIR_BASE_URL=https://${hosts.split(' ')[1]} ${startCommand('--tls --port 443')}`
  return `${isCaNew ? 'Created a CA. No client trusts it yet, and no system setting was changed.\n' : ''}\
The certificate is valid until ${utcDate(expiresAt).slice(0, 10)} for ${names.join(', ')}.
${hosts === null ? '' : `\nAdd this line to /etc/hosts (Windows: C:\\Windows\\System32\\drivers\\etc\\hosts):\n\n  ${hosts}\n`}
Let a client trust the CA, in the shell that starts the client:

  Node        export NODE_EXTRA_CA_CERTS=${ca}
  Python      export SSL_CERT_FILE=${bundle}
              export REQUESTS_CA_BUNDLE=${bundle}
              export WEBSOCKET_CLIENT_CA_BUNDLE=${bundle}
  Go          export SSL_CERT_FILE=${bundle}
  .NET        export SSL_CERT_FILE=${bundle} # on Linux
  curl        export CURL_CA_BUNDLE=${bundle} # or: curl --cacert ${ca}
  Java        keytool -importcert -noprompt -alias onair -file ${ca} \\
                -keystore ${shellQuote(truststore)} -storetype PKCS12 -storepass changeit
              export JAVA_TOOL_OPTIONS=${shellQuote(javaOptions)}
  Browsers    Import ${files.ca} as a certificate authority in the settings.

Start the server:

  ${start}

docs/operate/tls.md explains port 443 without root.`
}
