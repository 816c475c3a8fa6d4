import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sandboxApi } from '@onair/contract'
import {
  formatJunit,
  formatPage,
  formatResult,
  formatScore,
  certify as runChecks,
  checks,
  commandStarter,
  findFreePort,
  type Profile,
  type Report,
} from '@onair/tools/certify'
import { readConfig } from '../config.ts'
import { systemLog } from '../infra/log.ts'
import { defineCommand, parseInteger, UsageError, type Env } from './command.ts'
import { print, printToStderr } from './print.ts'
import { findServer, openSandbox } from './sandbox.ts'

/** Runs scenarios against the program of a developer. */
export const certify = defineCommand({
  name: 'certify',
  summary: 'Check a bot, an overlay back end or a webhook receiver, and print a report with a score',
  positionals: {},
  options: {
    bot: { placeholder: '<command>', description: 'command that starts a bot' },
    overlay: { placeholder: '<command>', description: 'command that starts an overlay back end' },
    receiver: {
      placeholder: '<command>',
      description: 'command that starts a webhook receiver, which listens on PORT',
    },
    path: { placeholder: '<path>', description: 'path of the webhook', defaultText: '/' },
    probe: {
      placeholder: '<message>',
      description: 'chat message that the bot answers; its answer contains {text}',
      defaultText: '!ping {text}',
    },
    only: { placeholder: '<check>', description: 'run this check only', isRepeatable: true },
    'min-score': { placeholder: '<score>', description: 'lower scores exit with code 1', defaultText: '100' },
    timeout: {
      placeholder: '<seconds>',
      description: 'how long the program may take for each step',
      defaultText: '10',
    },
    observed: { description: 'use the wire profile observed' },
    report: { placeholder: '<folder>', description: 'write report.html, report.json and junit.xml to this folder' },
    json: { description: 'print the report as JSON' },
    url: {
      placeholder: '<url>',
      description: 'run in a fork of this sandbox, whose inspector then has the requests',
      defaultText: 'a new sandbox, which ends with the command',
    },
  },
  async run({ json, report: folder, only, observed, url, ...args }, env) {
    const { profile, command } = readSubject(args)
    const minScore = parseInteger('min-score', args['min-score'] ?? '100', { min: 0, max: 100 })
    const timeoutSec = parseInteger('timeout', args.timeout ?? '10', { min: 1, max: 120 })
    const probe = args.probe ?? '!ping {text}'
    if (!probe.includes('{text}')) throw new UsageError('--probe must contain {text}.')
    if (args.path?.startsWith('/') === false) throw new UsageError('--path must begin with /.')
    const unknown = only.find((id) => !checks.some((check) => check.id === id))
    if (unknown !== undefined) throw new UsageError(`There is no check "${unknown}". See docs/certify.md.`)
    await using sandbox = await openWorld(url, env)
    const report = await runChecks({
      sandbox,
      name: command,
      subject: {
        profile,
        start: commandStarter(command, env),
        probe,
        webhookPath: args.path ?? '/',
        port: await findFreePort(),
      },
      only: only.length === 0 ? null : only,
      patienceMs: timeoutSec * 1_000,
      wireProfile: observed ? 'observed' : 'documented',
      onResult: (result) => (json ? printToStderr : print)(formatResult(result)),
    })
    if (json) print(JSON.stringify(report))
    else print(formatScore(report))
    if (folder !== undefined) await writeReports(folder, report)
    return (report.score ?? 0) >= minScore ? 0 : 1
  },
})

function readSubject(args: Partial<Record<Profile, string | undefined>>): { profile: Profile; command: string } {
  const given = (['bot', 'overlay', 'receiver'] as const).flatMap((profile) => {
    const command = args[profile]
    return command === undefined ? [] : [{ profile, command }]
  })
  if (given.length !== 1) throw new UsageError('certify requires one of --bot, --overlay and --receiver.')
  return given[0]!
}

async function writeReports(folder: string, report: Report): Promise<void> {
  await mkdir(folder, { recursive: true })
  const files = {
    'report.html': formatPage(report),
    'report.json': `${JSON.stringify(report, null, 2)}\n`,
    'junit.xml': formatJunit(report),
  }
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text)
}

type SandboxOfChecks = AsyncDisposable & { baseUrl: string; sandboxSecret: string | undefined }

/** A fork of a running sandbox, or a new one in this process. */
async function openWorld(url: string | undefined, env: Env): Promise<SandboxOfChecks> {
  if (url !== undefined) {
    const { call } = await openSandbox({ url: await findServer({ url }, env) }, env)
    const { baseUrl } = await call(sandboxApi.worlds.createWorld, { body: {} })
    // It stays open, because the report links to its inspector.
    return { baseUrl, sandboxSecret: env['ONAIR_SANDBOX_SECRET'], [Symbol.asyncDispose]: async () => {} }
  }
  await using opening = new AsyncDisposableStack()
  const log = opening.use(systemLog({ level: 'error' }))
  const { WorldHost } = await import('../worlds/world-host.ts')
  const config = readConfig({ PORT: '0', EPHEMERAL: 'true' })
  const host = opening.use(
    new WorldHost({
      config,
      log,
      onFailure: (error) => {
        throw error
      },
    }),
  )
  const { overview } = opening.use(await host.openDemo())
  const opened = opening.move()
  return { baseUrl: overview.baseUrl, sandboxSecret: undefined, [Symbol.asyncDispose]: () => opened.disposeAsync() }
}
