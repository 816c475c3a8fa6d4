import type { sandboxPeople, ContentOf } from '@onair/contract'
import { readConfig } from '../config.ts'
import { optionsOf, UsageFault, type Env } from './command.ts'

type Overview = ContentOf<typeof sandboxPeople.overview>
type TokenSet = ContentOf<typeof sandboxPeople.makeGrant>

/** Prints what the examples of the documentation expect in a shell, from a sandbox that runs: `eval "$(npm run onair -- env)"`. */
export async function showEnv(args: string[], env: Env): Promise<void> {
  const { url } = optionsOf(args, { url: { type: 'string' } })
  const base = url ?? `http://127.0.0.1:${readConfig(env).port}`
  const { baseUrl, demo } = await ask<Overview>(base, '/sandbox/v1')
  const idOf = (is: string) => demo.people.find((person) => person.is === is)?.channelId ?? ''
  const grant = { clientId: demo.clientId, channelId: idOf('streamer') }
  const { accessToken } = await ask<TokenSet>(base, '/sandbox/v1/grants', grant)

  const values = {
    BASE: baseUrl,
    CLIENT_ID: demo.clientId,
    CLIENT_SECRET: demo.clientSecret,
    TOKEN: accessToken,
    STREAMER: idOf('streamer'),
    VIEWER: idOf('viewer'),
  }
  for (const [name, value] of Object.entries(values)) process.stdout.write(`export ${name}='${value}'\n`)
}

async function ask<T>(base: string, path: string, body?: object): Promise<T> {
  const answer = await fetch(`${base}${path}`, {
    ...(body && { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(5_000),
  }).catch(() => null)
  if (answer === null || !answer.ok)
    throw new UsageFault(`No sandbox answers at ${base}; start one with npm start, or name it with --url.`)
  const { content } = (await answer.json()) as { content: T }
  return content
}
