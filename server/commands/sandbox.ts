import { sandboxPeople, type ContentOf } from '@onair/contract'
import { client, Refused, type Client } from '@onair/contract/client/http'
import { readConfig } from '../config.ts'
import { CouldNot, UsageFault, type Env } from './command.ts'

/** The options of every command that speaks to a platform that runs. */
export const ofSandbox = {
  url: { value: '<address>', says: 'where the platform answers', otherwise: 'ONAIR_URL, or http://127.0.0.1:4747' },
  json: { says: 'print JSON, a line for each' },
} as const

export type Overview = ContentOf<typeof sandboxPeople.overview>
export type Sandbox = { base: string; call: Client; overview: Overview }

/** The sandbox that runs at an address, or why there is none. */
export async function openSandbox({ url }: { url: string | undefined }, env: Env): Promise<Sandbox> {
  const base = url ?? env['ONAIR_URL'] ?? `http://127.0.0.1:${readConfig(env).port}`
  if (!URL.canParse(base) || !/^https?:$/.test(new URL(base).protocol))
    throw new UsageFault(`--url is an address such as http://127.0.0.1:4747, and not "${base}".`)
  const ask = client({ baseUrl: base })
  const call: Client = async (endpoint, ...given) => {
    try {
      return await ask(endpoint, ...given)
    } catch (error) {
      if (error instanceof Refused) throw error
      throw new CouldNot(
        isCertificateFault(error)
          ? `The certificate at ${base} is not believed: name the file of its authority with NODE_EXTRA_CA_CERTS.`
          : `No platform answers at ${base}; start one with npm start, or name it with --url.`,
      )
    }
  }
  try {
    return { base, call, overview: await call(sandboxPeople.overview) }
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    if (error.code === 404)
      throw new CouldNot(`The platform at ${base} is not a sandbox: it runs in earnest, and nothing is played there.`)
    if (error.code === 503) throw new CouldNot(`The platform at ${base} is not ready yet; try again in a moment.`)
    throw new CouldNot(`What answers at ${base} is no platform of Onair: ${error.status} ${error.reason}.`)
  }
}

function isCertificateFault(error: unknown): boolean {
  const { code = '' } = ((error as Error).cause ?? {}) as { code?: string }
  return /CERT|SIGNATURE|ALTNAME/.test(code)
}
