import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { openApi, sandboxApi } from '@onair/contract'
import { ApiError } from '@onair/sdk/http'
import {
  formatHtml,
  formatJunit,
  formatResult,
  formatScore,
  certify as runChecks,
  checks,
  commandStarter,
  findFreePort,
  htmlFile,
  languages,
  linkToPage,
  readRecords,
  type EvidenceRecords,
  type Profile,
  type Report,
  type Subject,
} from '@onair/lab/certify'
import { readConfig } from '@onair/server/config/config.ts'
import { systemLog } from '@onair/server/infra/observability/log.ts'
import { CommandError, defineCommand, parseInteger, UsageError, type Env } from '../../command.ts'
import { listenForInterrupt } from '../../interrupt.ts'
import { print, printToStderr } from '../../print.ts'
import { openSandbox, sandboxClient } from '../sandbox/sandbox.ts'

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
    running: {
      placeholder: '<profile>',
      description: 'the program already runs and is connected to the sandbox at --url',
      choices: ['bot', 'overlay'],
    },
    'receiver-url': {
      placeholder: '<url>',
      description: 'webhook URL of a receiver that already runs and calls the sandbox at --url',
    },
    drops: {
      placeholder: '<url>',
      description:
        'webhook URL of a drops service that already runs: plays many claims and compares them with --grants',
    },
    grants: {
      placeholder: '<url or file>',
      description: 'what the service of --drops gave: lines of JSON with channelId and rewardId',
    },
    claims: {
      placeholder: '<number>',
      description: 'claims of each check of --drops, 2 to 20',
      defaultText: '5',
    },
    app: {
      placeholder: '<client id>',
      description:
        'application of the program that already runs; ONAIR_CLIENT_SECRET, if set, is compared with its secret',
      defaultText: 'the demo application',
    },
    path: { placeholder: '<path>', description: 'path of the webhook of --receiver', defaultText: '/' },
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
    wait: {
      placeholder: '<seconds>',
      description: 'how long to wait for the session of --running',
      defaultText: '60',
    },
    within: {
      placeholder: '<seconds>',
      description: 'how long a receiver that already runs may take to find claims that it was not notified of',
      defaultText: '90',
    },
    observed: { description: 'use the wire profile observed for a program that this command starts' },
    lang: { placeholder: '<language>', description: 'language of the reports', choices: languages, defaultText: 'en' },
    report: {
      placeholder: '<folder>',
      description:
        'write report.json, junit.xml and report.html, which has the records of the requests, to this folder',
    },
    json: { description: 'print the report as JSON' },
    url: {
      placeholder: '<url>',
      description:
        'sandbox: a program that this command starts uses a fork of it, one that already runs uses it as it is',
      defaultText: 'a new sandbox, which ends with the command; of a program that already runs as in other commands',
    },
  },
  async run({ json, report: folder, only, observed, url, lang, ...args }, env) {
    const chosen = readSubject(args)
    const { minScore, timeoutSec, probe, drops } = readSettings(args, chosen, observed)
    const unknown = only.find((id) => !checks.some((check) => check.id === id))
    if (unknown !== undefined) throw new UsageError(`There is no check "${unknown}". See docs/certify.md.`)
    const language = languages.find((one) => one === lang) ?? 'en'
    using interrupt = listenForInterrupt()
    await using sandbox = chosen.command === null ? await openTarget(url, env) : await openWorld(url, env)
    const { name, program } = await programOf(chosen, { sandbox, args, observed, env })
    const report = await runChecks({
      sandbox,
      name,
      subject: { profile: chosen.profile, probe, program, drops },
      only: only.length === 0 ? null : only,
      language,
      endsSandbox: sandbox.endsWithCommand,
      patienceMs: timeoutSec * 1_000,
      signal: interrupt.signal,
      onResult: (result) => (json ? printToStderr : print)(formatResult(result, language)),
    }).catch((error: unknown) => {
      throw interrupt.signal.aborted ? new CommandError('Interrupted.') : error
    })
    if (json) print(JSON.stringify(report))
    else print(formatScore(report))
    if (folder !== undefined) await writeReports(folder, report, await readRecords(report, sandbox))
    return report.notRun === 0 && (report.score ?? 0) >= minScore ? 0 : 1
  },
})

const commandProfiles = ['bot', 'overlay', 'receiver'] as const
type Option = 'app' | 'path' | 'wait' | 'within' | 'running' | 'receiver-url' | 'grants' | 'claims' | 'min-score'
type Args = { [K in Option | 'timeout' | 'probe' | Profile]?: string | undefined }
type Chosen = { profile: Profile; command: string | null; webhookUrl: string | null }

function readSubject(args: Args): Chosen {
  const given: Chosen[] = commandProfiles.flatMap((profile) => {
    const command = args[profile]
    return command === undefined ? [] : [{ profile, command, webhookUrl: null }]
  })
  const { running } = args
  if (running !== undefined)
    given.push({ profile: running === 'bot' ? 'bot' : 'overlay', command: null, webhookUrl: null })
  for (const [option, profile] of [
    ['receiver-url', 'receiver'],
    ['drops', 'drops'],
  ] as const) {
    const webhookUrl = args[option]
    if (webhookUrl === undefined) continue
    if (!/^https?:\/\//.test(webhookUrl) || !URL.canParse(webhookUrl))
      throw new UsageError(`--${option} must be a URL such as http://127.0.0.1:4000/webhook, not "${webhookUrl}".`)
    given.push({ profile, command: null, webhookUrl })
  }
  if (given.length !== 1)
    throw new UsageError('certify requires one of --bot, --overlay, --receiver, --running, --receiver-url and --drops.')
  return given[0]!
}

function readSettings(args: Args, { profile, command }: Chosen, observed: boolean) {
  const probe = args.probe ?? '!ping {text}'
  if (!probe.includes('{text}')) throw new UsageError('--probe must contain {text}.')
  if (args.path?.startsWith('/') === false) throw new UsageError('--path must begin with /.')
  if (observed && command === null)
    throw new UsageError('--observed applies to programs that this command starts. A running one has an application.')
  if (profile !== 'drops' && (args.grants ?? args.claims) !== undefined)
    throw new UsageError('--grants and --claims apply to --drops.')
  return {
    probe,
    minScore: parseInteger('min-score', args['min-score'] ?? '100', { min: 0, max: 100 }),
    timeoutSec: parseInteger('timeout', args.timeout ?? '10', { min: 1, max: 120 }),
    drops: {
      grants: args.grants ?? null,
      claims: profile === 'drops' ? parseInteger('claims', args.claims ?? '5', { min: 2, max: 20 }) : 1,
    },
  }
}

type Context = { sandbox: SandboxOfChecks; args: Args; observed: boolean; env: Env }

async function programOf(
  { command, webhookUrl }: Chosen,
  { sandbox, args, observed, env }: Context,
): Promise<{ name: string; program: Subject['program'] }> {
  if (command !== null) {
    const settings = { port: await findFreePort(), webhookPath: args.path ?? '/' }
    const wireProfile = observed ? 'observed' : 'documented'
    return { name: command, program: { start: commandStarter(command, env), wireProfile, ...settings } }
  }
  const clientId = args.app ?? sandbox.demoClientId
  const waitMs = parseInteger('wait', args.wait ?? '60', { min: 1, max: 3_600 }) * 1_000
  const reconcileMs = parseInteger('within', args.within ?? '90', { min: 1, max: 3_600 }) * 1_000
  await checkSecret(clientId, sandbox.baseUrl, env)
  if (webhookUrl === null)
    printToStderr(`Waiting up to ${waitMs / 1_000} s for a session of the application ${clientId} …`)
  return { name: webhookUrl ?? clientId, program: { start: null, clientId, webhookUrl, waitMs, reconcileMs } }
}

/** A program with another secret fails every check. */
async function checkSecret(clientId: string, baseUrl: string, env: Env): Promise<void> {
  const clientSecret = env['ONAIR_CLIENT_SECRET']
  if (clientSecret === undefined || clientSecret === '') return
  const call = sandboxClient({ baseUrl, credentials: { clientId, clientSecret } }, env)
  await call(openApi.category.searchCategories, { query: { query: 'talk', size: 1 } }).catch((error: unknown) => {
    if (!(error instanceof ApiError) || error.status !== 401) throw error
    throw new CommandError(
      `ONAIR_CLIENT_SECRET is not the secret of the application ${clientId} in the sandbox at ${baseUrl}.`,
    )
  })
}

async function writeReports(folder: string, report: Report, records: EvidenceRecords): Promise<void> {
  await mkdir(folder, { recursive: true })
  const linked = linkToPage(report)
  const files = {
    'report.json': `${JSON.stringify(linked, null, 2)}\n`,
    'junit.xml': formatJunit(linked),
    [htmlFile]: formatHtml(linked, records),
  }
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text)
}

type SandboxOfChecks = AsyncDisposable & {
  baseUrl: string
  sandboxSecret: string | undefined
  demoClientId: string
  endsWithCommand: boolean
}

/** The sandbox that the program is connected to. */
async function openTarget(url: string | undefined, env: Env): Promise<SandboxOfChecks> {
  const { baseUrl, overview } = await openSandbox({ url }, env)
  const { clientId: demoClientId } = overview.demo
  return stayingOpen({ baseUrl, demoClientId }, env)
}

function stayingOpen(sandbox: Pick<SandboxOfChecks, 'baseUrl' | 'demoClientId'>, env: Env): SandboxOfChecks {
  const sandboxSecret = env['ONAIR_SANDBOX_SECRET']
  return { ...sandbox, sandboxSecret, endsWithCommand: false, [Symbol.asyncDispose]: async () => {} }
}

/** A fork of a running sandbox, or a new one in this process. */
async function openWorld(url: string | undefined, env: Env): Promise<SandboxOfChecks> {
  if (url !== undefined) {
    const { call, overview } = await openSandbox({ url }, env)
    const { baseUrl } = await call(sandboxApi.worlds.createWorld, { body: {} })
    // It stays open, because the report links to its inspector.
    return stayingOpen({ baseUrl, demoClientId: overview.demo.clientId }, env)
  }
  await using opening = new AsyncDisposableStack()
  const log = opening.use(systemLog({ level: 'error' }))
  const { WorldHost } = await import('@onair/sandbox/worlds/world-host.ts')
  const config = readConfig({ ONAIR_PORT: '0', ONAIR_EPHEMERAL: 'true' })
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
  return {
    baseUrl: overview.baseUrl,
    demoClientId: overview.demo.clientId,
    sandboxSecret: undefined,
    endsWithCommand: true,
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  }
}
