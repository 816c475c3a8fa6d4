import { userInfo } from 'node:os'
import { inspect } from 'node:util'
import { formatReason, inEnglish } from '@onair/contract'
import { LabError } from '@onair/lab/error'
import { ApiError } from '@onair/sdk/http'
import { commandGroups } from './all-commands.ts'
import { CommandError, parseArguments, UsageError, type Command, type Env } from './command.ts'
import { formatCommandHelp, formatHelp } from './help.ts'
import { ConfigError } from '@onair/server/config/config.ts'
import { runAsActor } from '@onair/server/infra/actor.ts'
import { Refusal } from '@onair/server/shared/refusal.ts'
import { print, printToStderr } from './print.ts'
import { StartError } from '@onair/server/http/start-error.ts'
import packageJson from '@onair/server/package.json' with { type: 'json' }

/** Runs a command and returns the exit code: 0 success, 1 the command failed or was refused, 2 wrong usage. */
export async function runCommand(args: string[], env: Env): Promise<number> {
  if (isServe(args)) return runCommand(['serve', ...args], env)
  const command = findCommand(args)
  if (args.length === 1 && args[0] === '--version') {
    print(packageJson.version)
    return 0
  }
  if (args.some((arg) => arg === '--help' || arg === '-h')) {
    print(helpFor(args, command).trimEnd())
    return 0
  }
  try {
    if (command === null) throw new UsageError(unknownCommandMessage(args))
    const parsed = parseArguments(command, args.slice(command.name.split(' ').length))
    const run = () => command.run(parsed, env)
    // What the server does without a request is the program's own work, not that of the user who started it.
    return (await (command.name === 'serve' ? run() : runAsOperator(run))) ?? 0
  } catch (error) {
    const message = operatorMessage(error)
    if (message === null) return exitWithStack(error)
    const hint = error instanceof UsageError ? ` See onair ${command === null ? '' : `${command.name} `}--help.` : ''
    printToStderr(`onair: ${message.replaceAll('\n', '\nonair: ')}${hint}`)
    return error instanceof UsageError ? 2 : 1
  }
}

/** Options without the name of a command are options of `serve`. */
function isServe([first, ...rest]: readonly string[]): boolean {
  if (first === undefined) return true
  return /^--./.test(first) && ![first, ...rest].some((arg) => ['--version', '--help', '-h'].includes(arg))
}

/** Exits even if the bug left something open. The message of the error may contain text that others sent. */
export function exitWithStack(error: unknown): never {
  printToStderr(inspect(error))
  process.exit(1)
}

/** Changes of data by a command are recorded under the name of the user who runs it. */
function runAsOperator<T>(run: () => T): T {
  const actor = { kind: 'operator', id: userName() } as const
  return runAsActor({ network: null, actor: () => actor }, run)
}

/** Null in a container whose user has no name. */
function userName(): string | null {
  try {
    return userInfo().username
  } catch {
    return null
  }
}

/** The longest command name that the arguments begin with. */
function findCommand(args: readonly string[]): Command | null {
  const matches = allCommands().filter(({ name }) => name.split(' ').every((word, at) => args[at] === word))
  return matches.toSorted((a, b) => b.name.split(' ').length - a.name.split(' ').length)[0] ?? null
}

/** The help of the command, of the commands with the same first word, or of all commands. */
function helpFor([first]: readonly string[], command: Command | null): string {
  if (command !== null) return formatCommandHelp(command)
  const matchingGroups = commandGroups
    .map(({ title, commands }) => ({ title, commands: commands.filter(({ name }) => name.startsWith(`${first} `)) }))
    .filter(({ commands }) => commands.length > 0)
  return formatHelp(matchingGroups.length > 0 ? matchingGroups : commandGroups)
}

function unknownCommandMessage(args: readonly string[]): string {
  const [first = '', second] = args
  const subcommands = allCommands().flatMap(({ name }) =>
    name.startsWith(`${first} `) ? name.slice(first.length + 1) : [],
  )
  if (subcommands.length === 0) return `There is no command "${first}".`
  if (second === undefined) return `${first} requires one of ${subcommands.join(', ')}.`
  return `There is no command "${first} ${second}". The commands are ${subcommands.join(', ')}.`
}

function allCommands(): Command[] {
  return commandGroups.flatMap(({ commands }) => commands)
}

/** The message of an error that the operator can fix; null for a bug, which is printed with its stack. */
function operatorMessage(error: unknown): string | null {
  if (error instanceof Refusal) return formatReason(error.reason)
  if (error instanceof ApiError) return inEnglish(error.apiMessage)
  if (!(error instanceof Error)) return null
  if (error.name === 'DatabaseUnavailable')
    return `The database is unavailable (${error.cause instanceof Error ? error.cause.message : 'unknown'}). Try again when it is back.`
  const isOperatorError =
    [UsageError, CommandError, ConfigError, StartError, LabError].some((kind) => error instanceof kind) ||
    ['DatabaseOpenError', 'RedisUnavailable'].includes(error.name)
  return isOperatorError ? error.message : null
}
