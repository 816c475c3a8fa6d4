import type { WireProfile } from '@onair/contract'
import type { ConnectionLimit } from '@onair/server/infra/files/open-files.ts'
import type { getOverview } from '@onair/sandbox/demo/overview.ts'
import { shellQuote } from '../../print.ts'
import { neededProfileLine } from '../../public-service-client.ts'
import { exampleBotCommand } from '../../started-by.ts'

type ReadyTextOptions = {
  wireProfile: WireProfile
  caFile?: string | undefined
  /** The secret of a public sandbox. */
  secret?: string | null
  connectionLimit?: ConnectionLimit | null
  isEphemeral?: boolean
  /** The folder of the project that the sandbox is for. */
  folder?: string
}

/** The line about the limit of connections; none where there is no limit. */
export function connectionsLines(limit: ConnectionLimit | null): string[] {
  if (limit === null) return []
  return [`Connections  at most ${limit.maxConnections} (open files: ${limit.openFiles}, see ulimit -n)`]
}

/**
 * Printed when the sandbox is ready: its URLs, credentials and first steps. `wireProfile`: the default of applications.
 * `caFile`: the CA of `--tls`.
 */
export function readyText(
  { baseUrl, authUrl, socketUrl, consoleUrl, demo }: ReturnType<typeof getOverview>,
  { wireProfile, caFile, secret = null, connectionLimit = null, isEphemeral = false, folder }: ReadyTextOptions,
): string {
  const [streamer] = demo.people
  const consent = new URL('/account-interlock', authUrl)
  consent.search = String(
    new URLSearchParams({ clientId: demo.clientId, redirectUri: demo.redirectUri, state: 'hello' }),
  )
  const isCustomUrl = baseUrl !== 'http://127.0.0.1:4747'
  const trustCa = caFile === undefined ? '' : `NODE_EXTRA_CA_CERTS=${shellQuote(caFile)} `
  const access = secret === null ? '' : `ONAIR_SANDBOX_SECRET=${secret} `
  const urlOption = isCustomUrl ? ` --url ${baseUrl}` : ''
  const firstStep =
    exampleBotCommand === null
      ? `Print requests and events as they happen:
     ${trustCa}${access}npx onair logs --follow${urlOption}`
      : `Start a bot that subscribes to the streamer's channel:
     ${trustCa}${access}${isCustomUrl ? `ONAIR_URL=${baseUrl} ` : ''}${exampleBotCommand}`
  return `
  Onair is ready (sandbox: demo users, play money, a clock that you can move)

${secret === null ? '' : secretText(secret, authUrl)}  Sign in      ${authUrl}      as a demo user with one click,
               or as ${streamer?.email ?? ''}, password ${streamer?.password ?? ''}
  Console      ${consoleUrl}
  API          ${baseUrl}
  Sockets      ${socketUrl}
${connectionsLines(connectionLimit)
  .map((line) => `  ${line}\n`)
  .join('')}${caFile === undefined ? '' : `  CA           ${caFile} (how clients trust it: npx onair tls)\n`}
  The demo application has every scope:
  CLIENT_ID      ${demo.clientId}
  CLIENT_SECRET  ${demo.clientSecret}
  ${profileText(wireProfile, folder, urlOption)}

  Your first donation. Run each command in its own terminal:
  1. ${firstStep}
  2. Donate to the streamer as a viewer:
     ${trustCa}${access}npx onair trigger donate${urlOption}
  3. See the events, their deliveries, and why an event was not delivered:
     ${consoleUrl}/inspector

  Consent in a browser: ${consent.href}
  All commands: npx onair --help
  Stop with Ctrl+C. The data is ${isEphemeral ? 'deleted' : 'kept for the next start'}.
`
}

function secretText(secret: string, authUrl: string): string {
  return `  This sandbox is public. Its demo users, console tools and sandbox API need this secret:
  Secret       ${secret}
               in a browser: ${authUrl}/sandbox/access

`
}

function profileText(wireProfile: WireProfile, folder: string | undefined, urlOption: string): string {
  const command = `npx onair app profile observed${urlOption}`
  const needed = folder === undefined || wireProfile === 'observed' ? null : neededProfileLine(folder, command)
  return needed === null ? profileTexts[wireProfile] : `Wire profile   documented. ${needed}`
}

/** A client that expects the other profile receives messages that it cannot read. */
const profileTexts: Record<WireProfile, string> = {
  documented: `Wire profile   documented: as in the specification. A client of the public service
                 needs ONAIR_WIRE_PROFILE=observed (docs/existing-clients.md)`,
  observed: `Wire profile   observed: as clients of the public service expect. A client written
                 from the specification needs ONAIR_WIRE_PROFILE=documented`,
}
