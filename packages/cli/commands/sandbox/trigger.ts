import { inEnglish, type Endpoint, type ErrorReason } from '@onair/contract'
import { ApiError } from '@onair/sdk/http'
import {
  actionNames,
  actions,
  repeatableActions,
  inputOf,
  fillNumber,
  type Action,
} from '@onair/contract/sandbox/actions'
import { burst } from './burst.ts'
import {
  defineCommand,
  parseInteger,
  type Arguments,
  type Command,
  type Env,
  type ParsedArguments,
} from '../../command.ts'
import { actionOptions, actionValues } from './action-options.ts'
import { openSandbox, sandboxOptions } from './sandbox.ts'
import { print, printToStderr } from '../../print.ts'

const repeatOptions: Arguments = {
  times: {
    placeholder: '<number>',
    description: 'number of repetitions; {n} in a text is replaced by the repetition number',
    defaultText: '1',
  },
  'per-second': {
    placeholder: '<number>',
    description: 'repetitions per second',
    defaultText: '10',
  },
}

/** The commands of the sandbox actions, with an option for each field. */
export const triggers = actionNames
  .filter((action) => action !== 'createPerson')
  .map((action) => actionCommand(`trigger ${action.replace(/[A-Z]/g, (one) => `-${one.toLowerCase()}`)}`, action))
export const createPerson = actionCommand('people create', 'createPerson')

function actionCommand(name: string, action: Action): Command {
  return defineCommand({
    name,
    summary: actions[action].summary.replaceAll('`', ''),
    positionals: {},
    options: { ...actionOptions(action), ...(repeatableActions.has(action) && repeatOptions), ...sandboxOptions },
    run: (args, env) => runAction(action, args, env),
  })
}

async function runAction(action: Action, args: ParsedArguments, env: Env) {
  const { json, url } = args
  const times = integerOption(args, 'times', 100_000) ?? 1
  const perSecond = integerOption(args, 'per-second', 1_000) ?? 10
  const { call, overview } = await openSandbox({ url: typeof url === 'string' ? url : undefined }, env)
  const values = actionValues(action, args, overview)
  // TypeScript cannot match the input to an action chosen at run time. The server validates both.
  const send = call as (endpoint: Endpoint, input: object) => Promise<unknown>
  const runOnce = async (n: number): Promise<ActionResult> => {
    try {
      return { ok: true, content: await send(actions[action], inputOf(action, fillNumber(values, n))) }
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      return {
        ok: false,
        status: error.status,
        message: inEnglish(error.apiMessage),
        ...(error.reason && { reason: error.reason }),
      }
    }
  }
  const refusals = new Map<string, number>()
  const tookMs = await burst(times, perSecond, async (n) => {
    const result = await runOnce(n)
    if (!result.ok) refusals.set(result.message, (refusals.get(result.message) ?? 0) + 1)
    if (json) print(JSON.stringify(result))
    else if (times === 1 && result.ok) print(formatContent(result.content))
  })
  const refusedCount = [...refusals.values()].reduce((sum, one) => sum + one, 0)
  if (!json && times > 1) print(`${times - refusedCount} of ${times} done in ${(tookMs / 1_000).toFixed(1)} s.`)
  if (!json)
    for (const [message, n] of refusals)
      printToStderr(times === 1 ? `onair: ${message}` : `onair: ${n} refused: ${message}`)
  return refusedCount === 0 ? 0 : 1
}

type ActionResult =
  | { ok: true; content: unknown }
  | { ok: false; status: number; message: string; reason?: ErrorReason }

function integerOption(args: ParsedArguments, option: string, max: number): number | undefined {
  const text = args[option]
  return typeof text === 'string' ? parseInteger(option, text, { min: 1, max }) : undefined
}

/** Formats a line for each field of the response. */
function formatContent(content: unknown): string {
  if (content === null || typeof content !== 'object') return 'Done.'
  const width = Math.max(...Object.keys(content).map((name) => name.length))
  return Object.entries(content)
    .map(([name, value]) => `${name.padEnd(width)}  ${[value].flat().map(String).join(' ')}`)
    .join('\n')
}
