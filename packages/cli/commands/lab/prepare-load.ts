import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { countAccounts, countPrinter } from '@onair/lab/load'
import { scopes } from '@onair/contract'
import { CommandError, defineCommand, parseInteger } from '../../command.ts'
import { dataDirOption, openData } from '../data/open-data.ts'
import { print, printToStderr } from '../../print.ts'
import { maxRate, maxSessions } from './load.ts'

/** People created in one transaction. */
const peoplePerBatch = 500
/** The scopes that a load uses: to find the channel of a token, to send messages and to receive them. */
const loadScopes = [scopes.user, scopes.chatRead, scopes.chatWrite]

/** Writes the file that `onair load --accounts` reads. */
export const prepareLoad = defineCommand({
  name: 'load prepare',
  summary: 'Create the applications, channels and tokens of a load in the database, for a server without a sandbox',
  positionals: {
    file: { placeholder: '<file>', description: 'the file to write, for load --accounts', isRequired: true },
  },
  options: {
    sessions: { placeholder: '<number>', description: 'sessions of the load, up to 50000', defaultText: '1000' },
    rate: { placeholder: '<number>', description: 'messages per second in total, up to 20000', defaultText: '10' },
    channels: {
      placeholder: '<number>',
      description: 'channels: fewer channels have more sessions each',
      defaultText: 'one for each application, which has 10 sessions',
    },
    ...dataDirOption,
  },
  async run({ file, ...args }, env) {
    const sessions = parseInteger('sessions', args.sessions ?? '1000', { min: 0, max: maxSessions })
    const rate = parseInteger('rate', args.rate ?? '10', { min: 0, max: maxRate })
    const needed = countAccounts({ sessions, rate })
    const channels = Math.min(needed, parseInteger('channels', args.channels ?? `${needed}`, { min: 1, max: maxRate }))
    if (existsSync(file)) throw new CommandError(`${file} exists. Choose another file.`)
    await using deps = await openData(args, env)
    const channelIds = await createChannels(channels, deps)
    const lines = await createAccounts(needed, channelIds, deps)
    // Secrets of applications.
    await writeFile(file, lines.join(''), { mode: 0o600, flag: 'wx' })
    print(
      `${needed} applications with tokens of ${channels} channels are in ${file}. The tokens expire in 24 hours.\n` +
        `Next: onair load --accounts ${file} --sessions ${sessions} --rate ${rate} --url <address of the server>`,
    )
  },
})

type OpenedData = Awaited<ReturnType<typeof openData>>

/** Creates channels of people who cannot sign in. */
async function createChannels(count: number, deps: OpenedData): Promise<string[]> {
  const { createPeople } = await import('@onair/server/features/accounts/sign-up/create-person.ts')
  const channelIds: string[] = []
  while (channelIds.length < count) {
    const names = Array.from({ length: Math.min(peoplePerBatch, count - channelIds.length) }, (_, at) => `load ${at}`)
    channelIds.push(...(await createPeople(names, deps)).map(({ channelId }) => channelId))
  }
  return channelIds
}

/** Creates applications with tokens of these channels, and returns their lines of the file. */
async function createAccounts(count: number, channelIds: readonly string[], deps: OpenedData): Promise<string[]> {
  const { registerApp } = await import('@onair/server/features/apps/register-app.ts')
  const { requireApp } = await import('@onair/server/features/apps/require-app.ts')
  const { createGrant } = await import('@onair/server/features/auth/create-grant.ts')
  const onProgress = countPrinter('applications', printToStderr)
  const lines: string[] = []
  for (let at = 0; at < count; at++) {
    const channelId = channelIds[at % channelIds.length]!
    const app = { name: `load ${at}`, redirectUri: 'http://127.0.0.1:9/callback', scopes: loadScopes }
    const { clientId, clientSecret } = await registerApp(app, deps)
    const grant = { app: await requireApp(clientId, deps), channelId, scopes: undefined }
    const { accessToken } = await createGrant(grant, deps)
    lines.push(`${JSON.stringify({ clientId, clientSecret, accessToken })}\n`)
    onProgress(at + 1)
  }
  return lines
}
