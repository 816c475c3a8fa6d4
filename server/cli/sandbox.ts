import { sandboxApi, type ContentOf } from '@onair/contract'
import { createClient, ApiError, type Client } from '@onair/sdk/http'
import { readConfig } from '../config.ts'
import { CommandError, UsageError, type Env } from './command.ts'

/** The options of every command that speaks to a platform that runs. */
export const sandboxOptions = {
  url: {
    placeholder: '<address>',
    description: 'where the platform answers',
    defaultText: 'ONAIR_URL, or http://127.0.0.1:4747',
  },
  json: { description: 'print JSON, a line for each' },
} as const

export type Overview = ContentOf<typeof sandboxApi.people.getOverview>
export type Sandbox = { baseUrl: string; call: Client; overview: Overview }

/** The sandbox that runs at an address, or why there is none. */
export async function openSandbox({ url }: { url: string | undefined }, env: Env): Promise<Sandbox> {
  const baseUrl = url ?? env['ONAIR_URL'] ?? `http://127.0.0.1:${readConfig(env).port}`
  if (!URL.canParse(baseUrl) || !/^https?:$/.test(new URL(baseUrl).protocol))
    throw new UsageError(`--url is an address such as http://127.0.0.1:4747, and not "${baseUrl}".`)
  const send = createClient({ baseUrl: baseUrl })
  const call: Client = async (endpoint, ...args) => {
    try {
      return await send(endpoint, ...args)
    } catch (error) {
      if (error instanceof ApiError) throw error
      throw new CommandError(
        isCertificateFault(error)
          ? `The certificate at ${baseUrl} is not believed: name the file of its authority with NODE_EXTRA_CA_CERTS.`
          : `No platform answers at ${baseUrl}; start one with npm start, or name it with --url.`,
      )
    }
  }
  try {
    return { baseUrl, call, overview: await call(sandboxApi.people.getOverview) }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    if (error.code === 404)
      throw new CommandError(
        `The platform at ${baseUrl} is not a sandbox: it runs in earnest, and nothing is played there.`,
      )
    if (error.code === 503)
      throw new CommandError(`The platform at ${baseUrl} is not ready yet; try again in a moment.`)
    throw new CommandError(`What answers at ${baseUrl} is no platform of Onair: ${error.status} ${error.apiMessage}.`)
  }
}

function isCertificateFault(error: unknown): boolean {
  const { code = '' } = ((error as Error).cause ?? {}) as { code?: string }
  return /CERT|SIGNATURE|ALTNAME/.test(code)
}
