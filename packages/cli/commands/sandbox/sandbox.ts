import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { sandboxApi, type ContentOf } from '@onair/contract'
import { createClient, ApiError, type Client, type Credentials } from '@onair/sdk/http'
import { isLoopbackHost, readSetting } from '@onair/server/config/config.ts'
import { CommandError, UsageError, type Env } from '../../command.ts'
import { startCommand } from '../../started-by.ts'

/** The options of every command that calls a running sandbox. */
export const sandboxOptions = {
  url: {
    placeholder: '<url>',
    description: 'URL of the server',
    defaultText: 'ONAIR_URL, or http://127.0.0.1:4747',
  },
  json: { description: 'print JSON lines' },
} as const

export type Overview = ContentOf<typeof sandboxApi.demo.getOverview>
export type Sandbox = { baseUrl: string; call: Client; overview: Overview }
type Target = { url: string | undefined }

/** Connects to a running sandbox. */
export async function openSandbox(target: Target, env: Env): Promise<Sandbox> {
  const baseUrl = await findServer(target, env)
  const call = sandboxClient({ baseUrl }, env)
  try {
    return { baseUrl, call, overview: await call(sandboxApi.demo.getOverview) }
  } catch (error) {
    throw explainOverviewError(baseUrl, error)
  }
}

/** The URL of the server that commands call. Whether it answers is not known yet. Other settings are not read. */
export async function findServer({ url }: Target, env: Env): Promise<string> {
  const baseUrl = url ?? env['ONAIR_URL'] ?? `http://127.0.0.1:${readSetting(env, 'port')}`
  if (!URL.canParse(baseUrl) || !/^https?:$/.test(new URL(baseUrl).protocol))
    throw new UsageError(`--url must be a URL such as http://127.0.0.1:4747, not "${baseUrl}".`)
  if (baseUrl.startsWith('https:')) await trustLocalCa(readSetting(env, 'dataDir'))
  return baseUrl
}

/** A fork and a snapshot of a large sandbox take seconds. */
const timeoutMs = 60_000

/** A client of a sandbox that explains why it cannot connect. */
export function sandboxClient(
  { baseUrl, credentials = {} }: { baseUrl: string; credentials?: Credentials },
  env: Env,
): Client {
  const sandboxSecret = env['ONAIR_SANDBOX_SECRET']
  const send = createClient({
    baseUrl,
    credentials: { ...credentials, ...(sandboxSecret !== undefined && { sandboxSecret }) },
    timeoutMs,
    maxRetries: 0,
  })
  return async (endpoint, ...args) => {
    try {
      return await send(endpoint, ...args)
    } catch (error) {
      if (error instanceof ApiError) throw error
      if (error instanceof Error && error.name === 'TimeoutError')
        throw new CommandError(`${baseUrl} did not answer within ${timeoutMs / 1_000} seconds.`)
      throw connectionError(baseUrl, error, env)
    }
  }
}

function connectionError(baseUrl: string, error: unknown, env: Env): CommandError {
  const { code, message } = causeOf(error)
  if (/CERT|SIGNATURE|ALTNAME/.test(code))
    return new CommandError(
      `The certificate of ${baseUrl} is not trusted. Set NODE_EXTRA_CA_CERTS to the file of its CA certificate.`,
    )
  const canStart = isLoopbackHost(new URL(baseUrl).hostname) && env['ONAIR_MODE'] !== 'production'
  const next = canStart
    ? `Start a server with ${startCommand()}, or set its URL with --url.`
    : 'If the server does not run there, its log says why. Otherwise set its URL with --url.'
  return new CommandError(`Cannot connect to ${baseUrl}: ${message}. ${next}`)
}

/** The error of the system. A name with several addresses has one for each. */
function causeOf(error: unknown): { code: string; message: string } {
  const { cause = error } = error as Error
  const first = cause instanceof AggregateError ? cause.errors[0] : cause
  const { code = '', message } = first as NodeJS.ErrnoException
  return { code, message }
}

function explainOverviewError(baseUrl: string, error: unknown): unknown {
  if (!(error instanceof ApiError)) return error
  if (error.code === 401)
    return new CommandError(
      `The sandbox at ${baseUrl} is public: set ONAIR_SANDBOX_SECRET to the secret that it printed when it started.`,
    )
  if (error.code === 404)
    return new CommandError(
      `The server at ${baseUrl} has no sandbox API: it runs in production mode, or without the role api.`,
    )
  if (error.code === 421)
    return new CommandError(
      `The server does not answer at ${baseUrl}. Use the URL that it printed, or set ONAIR_ALLOWED_HOSTS.`,
    )
  if (error.code === 503) return new CommandError(`The server at ${baseUrl} is not ready yet. Try again in a moment.`)
  if (error.code !== 0)
    return new CommandError(`The server at ${baseUrl} responded with ${error.status} ${error.apiMessage}. See its log.`)
  return new CommandError(`The server at ${baseUrl} is not an Onair server: ${error.status} ${error.apiMessage}.`)
}

/** Trusts the CA of `onair tls` in this process, in addition to the public ones. */
export async function trustLocalCa(dataDir: string): Promise<void> {
  const { certificateFiles } = await import('@onair/server/infra/tls/local-certificate.ts')
  const { ca } = certificateFiles(dataDir)
  if (existsSync(ca)) setDefaultCACertificates([...getCACertificates(), await readFile(ca, 'utf8')])
}
