import { Refused } from '@onair/contract/client/http'
import { commandGroups } from './commands/all-commands.ts'
import { CouldNot, readArguments, UsageFault, type Command, type Env } from './commands/command.ts'
import { helpOf, helpOfAll } from './commands/help.ts'
import { ConfigFault } from './config.ts'
import { Refusal } from './kit/refusal.ts'
import { CannotStart } from './listener.ts'
import packageJson from './package.json' with { type: 'json' }

/** Runs one command. Answers the exit code: 0 done, 1 could not, or no (the reason is told), 2 asked wrongly. */
export async function runCommand(args: string[], env: Env): Promise<number> {
  const command = commandIn(args)
  if (args.length === 1 && args[0] === '--version') {
    process.stdout.write(`${packageJson.version}\n`)
    return 0
  }
  if (args.length === 0 || args.some((arg) => arg === '--help' || arg === '-h')) {
    process.stdout.write(helpFor(args, command))
    return args.length === 0 ? 2 : 0
  }
  try {
    if (command === null) throw new UsageFault(unknown(args))
    return (await command.run(readArguments(command, args.slice(command.words.split(' ').length)), env)) ?? 0
  } catch (error) {
    const told = toldTo(error)
    if (told === null) throw error
    const hint = error instanceof UsageFault ? ` Try onair ${command === null ? '' : `${command.words} `}--help.` : ''
    process.stderr.write(`onair: ${told.replaceAll('\n', '\nonair: ')}${hint}\n`)
    return error instanceof UsageFault ? 2 : 1
  }
}

/** The command with the most words that the arguments begin with. */
function commandIn(args: readonly string[]): Command | null {
  const meant = commands().filter(({ words }) => words.split(' ').every((word, at) => args[at] === word))
  return meant.toSorted((a, b) => b.words.split(' ').length - a.words.split(' ').length)[0] ?? null
}

/** Of one command, of those that begin with the same word, or of all. */
function helpFor([first]: readonly string[], command: Command | null): string {
  if (command !== null) return helpOf(command)
  const family = commandGroups
    .map(({ title, commands }) => ({ title, commands: commands.filter(({ words }) => words.startsWith(`${first} `)) }))
    .filter(({ commands }) => commands.length > 0)
  return helpOfAll(family.length > 0 ? family : commandGroups)
}

function unknown(args: readonly string[]): string {
  const [first = '', second] = args
  const family = commands().flatMap(({ words }) => (words.startsWith(`${first} `) ? words.slice(first.length + 1) : []))
  if (family.length === 0) return `There is no command "${first}".`
  if (second === undefined) return `${first} needs one of ${family.join(', ')}.`
  return `There is no command "${first} ${second}"; ${first} has ${family.join(', ')}.`
}

function commands(): Command[] {
  return commandGroups.flatMap(({ commands }) => commands)
}

/** What a person is told who can mend the fault; null for a fault of ours, which comes with its stack. */
function toldTo(error: unknown): string | null {
  if (error instanceof Refusal || error instanceof Refused) return error.reason
  if (!(error instanceof Error)) return null
  const isMendable =
    [UsageFault, CouldNot, ConfigFault, CannotStart].some((kind) => error instanceof kind) ||
    ['CannotOpenDatabase', 'RedisAway'].includes(error.name)
  return isMendable ? error.message : null
}
