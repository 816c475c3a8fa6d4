import { setTimeout as wait } from 'node:timers/promises'
import { generateNight, nights, Player, playLines, Progress, readLines, type Night } from '@onair/lab/replay'
import { systemClock } from '@onair/server/infra/clock.ts'
import { defineCommand, parseInteger, UsageError, type Env } from '../../command.ts'
import { channelDescription, channelPlaceholder, resolveChannel } from '../sandbox/demo-channels.ts'
import { listenForInterrupt } from '../../interrupt.ts'
import { print, printToStderr } from '../../print.ts'
import { openSandbox, sandboxClient, sandboxOptions } from '../sandbox/sandbox.ts'

const defaultInFlight = 400

/** Repeats a recording, a generated night or a chat log in a sandbox. */
export const replay = defineCommand({
  name: 'replay',
  summary: 'Repeat a recording, a chat log or a generated night in the sandbox',
  positionals: {
    file: {
      placeholder: '<file>',
      description: `file of onair record, chat log with lines "[01:02:03] name: message", or ${Object.keys(nights).join(', ')}`,
      isRequired: true,
    },
  },
  options: {
    speed: { placeholder: '<speed>', description: 'times faster than recorded, 1 to 1000, or max', defaultText: '1' },
    channel: {
      placeholder: channelPlaceholder,
      description: `channel in which it is repeated: ${channelDescription}`,
      defaultText: 'streamer',
    },
    from: { placeholder: '<time>', description: 'begin at this time of the recording: 1h20m, 90s', defaultText: '0s' },
    to: { placeholder: '<time>', description: 'end at this time of the recording' },
    loop: { description: 'begin again at the end, until Ctrl+C' },
    'in-order': { description: 'wait for each response, so that the order of all lines is kept' },
    seed: { placeholder: '<number>', description: 'seed of a generated night', defaultText: '1' },
    ...sandboxOptions,
  },
  async run({ file, json, loop, ...args }, env) {
    const speed = args.speed === 'max' ? Infinity : parseInteger('speed', args.speed ?? '1', { min: 1, max: 1_000 })
    const seed = parseInteger('seed', args.seed ?? '1', { min: 0, max: 2 ** 31 })
    const [fromMs, toMs] = [parseTime('from', args.from) ?? 0, parseTime('to', args.to) ?? Infinity]
    const player = await openPlayer(args, env)
    const clock = systemClock()
    using interrupt = listenForInterrupt()
    const { signal } = interrupt
    const progress = new Progress(player.counts, clock)
    const options = {
      clock,
      wait: (ms: number) => wait(ms, undefined, { signal }).catch(() => {}),
      speed,
      maxInFlight: args['in-order'] ? 1 : defaultInFlight,
      fromMs,
      toMs,
      signal,
      onProgress(atMs: number) {
        const line = progress.next(atMs)
        if (line !== null) printToStderr(line)
      },
    }
    for (let isLast = false; !isLast;) {
      const played = await playLines(isNight(file) ? generateNight(file, seed) : readLines(file), player, options)
      isLast = !loop || played === 0 || signal.aborted
    }
    printResult(player, progress, json)
  },
})

async function openPlayer(
  { channel = 'streamer', url }: { channel?: string | undefined; url: string | undefined },
  env: Env,
) {
  const { baseUrl, overview } = await openSandbox({ url }, env)
  const { clientId, clientSecret, people } = overview.demo
  return new Player({
    baseUrl,
    clientId,
    clientSecret,
    people,
    channelId: resolveChannel('channel', channel, people),
    createCaller: (credentials) => sandboxClient({ baseUrl, credentials }, env),
  })
}

function isNight(file: string): file is Night {
  return Object.hasOwn(nights, file)
}

function printResult({ counts, reasons }: Player, progress: Progress, json: boolean) {
  if (json) {
    const result = { ...counts, perSecond: progress.perSecond(), reasons: Object.fromEntries(reasons) }
    return print(JSON.stringify(result))
  }
  print(`${progress.describe()}.`)
  for (const [reason, count] of reasons) print(`- ${reason}: ${count}`)
}

function parseTime(option: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  const [all, hours = '0', minutes = '0', seconds = '0'] =
    /^(?:(\d{1,4})h)?(?:(\d{1,6})m)?(?:(\d{1,8})s)?$/.exec(text) ?? []
  if (all === undefined || all === '')
    throw new UsageError(`--${option} must be a time such as 1h20m or 90s, not "${text}".`)
  return ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1_000
}
