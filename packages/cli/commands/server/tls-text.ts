import { isIP } from 'node:net'
import { dirname, join } from 'node:path'
import type { LocalCertificate } from '@onair/server/infra/tls/local-certificate.ts'
import { utcDate } from '@onair/server/shared/dates.ts'
import { shellQuote } from '../../print.ts'
import { startCommand } from '../../started-by.ts'

/** Printed by `onair tls`: the names for the hosts file, how clients trust the CA, and how to start the server. */
export function tlsText({ files, names, expiresAt, isCaNew }: LocalCertificate): string {
  const [ca, bundle] = [shellQuote(files.ca), shellQuote(files.caBundle)]
  const truststore = join(dirname(files.ca), 'truststore.p12')
  const javaOptions = `-Djavax.net.ssl.trustStore="${truststore}" -Djavax.net.ssl.trustStorePassword=changeit`
  const hosts = hostsLine(names)
  return `${isCaNew ? 'Created a CA. No client trusts it yet, and no system setting was changed.\n' : ''}\
The certificate is valid until ${utcDate(expiresAt).slice(0, 10)} for ${names.join(', ')}.
${hosts === null ? '' : hostsText(hosts)}
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

  ${startLine(hostNames(names)[0])}

docs/operate/tls.md explains port 443 without root.`
}

/** The line for the hosts file, such as `127.0.0.1 openapi.example.com`; null if no name needs one. */
export function hostsLine(names: readonly string[]): string | null {
  const hosts = hostNames(names)
  return hosts.length === 0 ? null : `127.0.0.1 ${hosts.join(' ')}`
}

function hostsText(line: string): string {
  return `
Add this line to /etc/hosts (Windows: C:\\Windows\\System32\\drivers\\etc\\hosts):

  ${line}
`
}

function hostNames(names: readonly string[]): string[] {
  return names.filter((name) => name !== 'localhost' && isIP(name) === 0 && !name.startsWith('*.'))
}

function startLine(name: string | undefined): string {
  return name === undefined ? startCommand('--tls') : `BASE_URL=https://${name} ${startCommand('--tls --port 443')}`
}
