import { setTimeout as wait } from 'node:timers/promises'
import { sandboxApi } from '@onair/contract'
import { generateNight, nights, type Night } from '../replay/nights.ts'
import { Player } from '../replay/player.ts'
import { playLines } from '../replay/play-lines.ts'
import { parseLines } from '../replay/read-lines.ts'
import { choice, integer, numberOf, text, type ToolInput } from './arguments.ts'
import type { Target } from './target.ts'
import { InvalidArguments, readText } from './tools.ts'

const maxInFlight = 400

export const replayInput: ToolInput = {
  type: 'object',
  properties: {
    night: choice(Object.keys(nights), 'A generated evening of three hours; or lines'),
    lines: text('Lines of a file of onair record, or of a chat log: "[01:02:03] name: message"', {
      maxLength: 1_000_000,
    }),
    channelId: text('Channel in which it is repeated; that of the demo streamer if omitted'),
    speed: integer(1, 1_000, 'Times faster than recorded; without waiting if omitted'),
    fromSeconds: integer(0, 1_000_000, 'Begin at this second of the recording; 0 if omitted'),
    toSeconds: integer(1, 1_000_000, 'End at this second of the recording'),
    forSeconds: integer(1, 300, 'End after as many seconds; 30 if omitted'),
    seed: integer(0, 2 ** 31, 'Seed of a generated night; 1 if omitted'),
  },
  required: [],
  additionalProperties: false,
}

/** Repeats a generated night or lines in the sandbox, as `onair replay` does. It reads no file. */
export async function replay(
  args: Record<string, unknown>,
  { baseUrl, createCaller }: Target,
): Promise<Record<string, unknown>> {
  const [night, lines] = [readText(args, 'night'), readText(args, 'lines')]
  if ((night === undefined) === (lines === undefined))
    throw new InvalidArguments('MISSING', 'night', 'night: is required, or lines')
  const { demo } = await createCaller({ baseUrl })(sandboxApi.demo.getOverview)
  const { clientId, clientSecret, people } = demo
  const streamer = people.find(({ is }) => is === 'streamer')
  const player = new Player({
    baseUrl,
    clientId,
    clientSecret,
    people,
    channelId: readText(args, 'channelId') ?? streamer?.channelId ?? '',
    createCaller: (credentials) => createCaller({ baseUrl, credentials }),
  })
  const signal = AbortSignal.timeout(numberOf(args, 'forSeconds', 30) * 1_000)
  const played = await playLines(
    night === undefined
      ? parseLines((lines ?? '').split('\n'), 'lines')
      : generateNight(night as Night, numberOf(args, 'seed', 1)),
    player,
    {
      clock: { uptime: () => performance.now() },
      wait: (ms) => wait(ms, undefined, { signal }).catch(() => {}),
      speed: numberOf(args, 'speed', Infinity),
      maxInFlight,
      fromMs: numberOf(args, 'fromSeconds', 0) * 1_000,
      toMs: numberOf(args, 'toSeconds', Infinity) * 1_000,
      signal,
      onProgress: () => {},
    },
  )
  return { played, ...player.counts, reasons: Object.fromEntries(player.reasons), isComplete: !signal.aborted }
}
