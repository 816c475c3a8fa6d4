import {
  countAccounts,
  countPrinter,
  createAccounts,
  readAccounts,
  runLoad,
  type CreateCaller,
  type LoadAccount,
  type LoadReport,
} from '@onair/lab/load'
import { readOpenFileLimit } from '@onair/server/infra/files/open-files.ts'
import { CommandError, defineCommand, parseInteger, UsageError } from '../../command.ts'
import { listenForInterrupt } from '../../interrupt.ts'
import { print, printToStderr } from '../../print.ts'
import { findServer, openSandbox, sandboxClient, sandboxOptions } from '../sandbox/sandbox.ts'

export const maxSessions = 50_000
export const maxRate = 20_000
/** Descriptors that are not sockets of sessions: those of calls, for example. */
const ownDescriptors = 500

/** Puts a load of sessions and chat messages on a server. */
export const load = defineCommand({
  name: 'load',
  summary: 'Load your server with sessions and chat messages, and report latencies and losses',
  positionals: {},
  options: {
    sessions: { placeholder: '<number>', description: 'sessions to open, up to 50000', defaultText: '100' },
    rate: { placeholder: '<number>', description: 'messages per second in total, up to 20000', defaultText: '10' },
    seconds: { placeholder: '<number>', description: 'how long messages are sent, up to 86400', defaultText: '60' },
    channels: {
      placeholder: '<number>',
      description: 'channels in a sandbox: fewer channels have more sessions each',
      defaultText: 'one for each application, which has 10 sessions',
    },
    accounts: {
      placeholder: '<file>',
      description:
        'existing applications and tokens, one {"clientId", "clientSecret", "accessToken"} on each line; without it they are created in the sandbox',
    },
    ...sandboxOptions,
    json: { description: 'print the report as JSON' },
  },
  async run({ accounts: file, json, ...args }, env) {
    const sessions = parseInteger('sessions', args.sessions ?? '100', { min: 0, max: maxSessions })
    const rate = parseInteger('rate', args.rate ?? '10', { min: 0, max: maxRate })
    const seconds = parseInteger('seconds', args.seconds ?? '60', { min: 1, max: 86_400 })
    const needed = countAccounts({ sessions, rate })
    const channels = Math.min(needed, parseInteger('channels', args.channels ?? `${needed}`, { min: 1, max: maxRate }))
    if (file !== undefined && args.channels !== undefined)
      throw new UsageError('--channels cannot be used with --accounts: the tokens have their channels.')
    requireOpenFiles(sessions)

    using interrupt = listenForInterrupt()
    const { signal } = interrupt
    const baseUrl = await findServer(args, env)
    const createCaller: CreateCaller = (credentials) => sandboxClient({ baseUrl, credentials }, env)
    const options = { createCaller, signal, onProgress: countPrinter('applications', printToStderr) }
    const prepare = async (): Promise<LoadAccount[]> => {
      if (file !== undefined) return readAccounts(file, options)
      const { call } = await openSandbox(args, env)
      return createAccounts(call, { accounts: needed, channels }, options)
    }
    const report = await runLoad({ prepare, sessions, rate, seconds, signal, print: printToStderr })
    print(json ? JSON.stringify(report) : describe(report))
    return report.lost + report.repeated + report.failed + report.sessionsEnded > 0 ? 1 : 0
  },
})

function requireOpenFiles(sessions: number): void {
  const openFiles = readOpenFileLimit()
  if (openFiles === null || openFiles >= sessions + ownDescriptors) return
  throw new CommandError(
    `${sessions} sessions need ${sessions + ownDescriptors} open files, and the limit is ${openFiles}. Raise it with ulimit -n.`,
  )
}

function describe(report: LoadReport): string {
  const { latencyMs, reasons } = report
  const lines = [
    ['sessions', `${report.sessions} opened, ${report.sessionsEnded} ended by the server`],
    ['messages', `${report.sent} accepted, ${report.failed} failed, ${report.notSent} not sent in time`],
    ['rate', `${report.sentPerSec} of ${report.rate} messages/s in ${report.seconds} s`],
    ['deliveries', `${report.received} received, ${report.lost} lost, ${report.repeated} repeated`],
    ['p50', formatMs(latencyMs.p50)],
    ['p99', formatMs(latencyMs.p99)],
    ['p99.9', formatMs(latencyMs.p999)],
    ['most', formatMs(latencyMs.max)],
    ...Object.entries(reasons).map(([reason, count]) => ['', `${count} × ${reason}`]),
    ...(report.isComplete ? [] : [['', 'ended before its time']]),
  ]
  return lines.map(([name = '', text = '']) => `${name.padEnd(10)}  ${text}`).join('\n')
}

function formatMs(value: number | null): string {
  return value === null ? '–' : `${value} ms`
}
