import { parseArgs, type ParseArgsConfig } from 'node:util'

export type Env = Record<string, string | undefined>
/** Answers nothing when it is done, or the exit code. */
export type Command = (args: string[], env: Env) => Promise<void | number>

/** The command was asked for in a way that it does not know; the message says which. */
export class UsageFault extends Error {}

/** The options of a command; what it does not know is told, never passed over. */
export function optionsOf<const O extends NonNullable<ParseArgsConfig['options']>>(args: string[], options: O) {
  try {
    return parseArgs({ args, options, strict: true, allowPositionals: false }).values
  } catch (error) {
    throw new UsageFault(`${(error as Error).message.split('. ')[0]?.replace(/\.$/, '')}.`)
  }
}
