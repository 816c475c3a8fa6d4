import type { Endpoint } from '@onair/contract'
import { Refused } from '@onair/contract/client/http'
import { actNames, acts, bursting, inputOf, numbered, type Act } from '@onair/contract/play'
import { burst } from './burst.ts'
import { command, wholeNumber, type Arguments, type Command, type Env, type Given } from './command.ts'
import { optionsOfAct, valuesOf } from './play-options.ts'
import { openSandbox, ofSandbox } from './sandbox.ts'
import { say, tell } from './say.ts'

const often: Arguments = {
  times: { value: '<number>', says: 'how often; {n} in a text is the number of the time', otherwise: '1' },
  'per-second': { value: '<number>', says: 'how many a second, when there are several', otherwise: '10' },
}

/** Every act that the sandbox plays, a command each, with every field as an option. */
export const triggers = actNames
  .filter((act) => act !== 'makePerson')
  .map((act) => commandOf(`trigger ${act.replace(/[A-Z]/g, (one) => `-${one.toLowerCase()}`)}`, act))
export const makePerson = commandOf('people make', 'makePerson')

function commandOf(words: string, act: Act): Command {
  return command({
    words,
    does: acts[act].summary.replaceAll('`', ''),
    takes: {},
    options: { ...optionsOfAct(act), ...(bursting.has(act) && often), ...ofSandbox },
    run: (given, env) => play(act, given, env),
  })
}

async function play(act: Act, given: Given, env: Env) {
  const { json, url } = given
  const times = numberIn(given, 'times', 100_000) ?? 1
  const perSecond = numberIn(given, 'per-second', 1_000) ?? 10
  const { call, overview } = await openSandbox({ url: typeof url === 'string' ? url : undefined }, env)
  const values = valuesOf(act, given, overview)
  // The compiler cannot pair an act that is chosen while the program runs with its input; the platform looks at both.
  const ask = call as (endpoint: Endpoint, input: object) => Promise<unknown>
  const once = async (n: number): Promise<Deed> => {
    try {
      return { ok: true, content: await ask(acts[act], inputOf(act, numbered(values, n))) }
    } catch (error) {
      if (!(error instanceof Refused)) throw error
      return { ok: false, status: error.status, reason: error.reason }
    }
  }
  const refused = new Map<string, number>()
  const tookMs = await burst(times, perSecond, async (n) => {
    const deed = await once(n)
    if (!deed.ok) refused.set(deed.reason, (refused.get(deed.reason) ?? 0) + 1)
    if (json) say(JSON.stringify(deed))
    else if (times === 1 && deed.ok) say(wordsOf(deed.content))
  })
  const count = [...refused.values()].reduce((sum, one) => sum + one, 0)
  if (!json && times > 1) say(`${times - count} of ${times} done in ${(tookMs / 1_000).toFixed(1)} s.`)
  if (!json) for (const [why, n] of refused) tell(times === 1 ? `onair: ${why}` : `onair: ${n} refused: ${why}`)
  return count === 0 ? 0 : 1
}

type Deed = { ok: true; content: unknown } | { ok: false; status: number; reason: string }

function numberIn(given: Given, option: string, most: number): number | undefined {
  const text = given[option]
  return typeof text === 'string' ? wholeNumber(option, text, { least: 1, most }) : undefined
}

/** What an act answers, a line for each part. */
function wordsOf(content: unknown): string {
  if (content === null || typeof content !== 'object') return 'Done.'
  const width = Math.max(...Object.keys(content).map((name) => name.length))
  return Object.entries(content)
    .map(([name, value]) => `${name.padEnd(width)}  ${[value].flat().map(String).join(' ')}`)
    .join('\n')
}
