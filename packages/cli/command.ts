import type { consoleApi } from '@onair/contract'
import { parseTimestamp } from '@onair/server/shared/dates.ts'
import { nearest } from '@onair/contract/nearest'

export type Env = Record<string, string | undefined>

/** A positional argument or an option. */
export type Argument = {
  readonly description?: string
  /** Its value in the help, such as `<file>`. An option without a placeholder is a flag. */
  readonly placeholder?: string
  /** The allowed values. */
  readonly choices?: readonly string[]
  /** The default, as shown in the help. */
  readonly defaultText?: string
  readonly isRepeatable?: true
  readonly isRequired?: true
}
export type Arguments = Readonly<Record<string, Argument>>

type Value = string | string[] | boolean | undefined
/** The parsed values of these arguments. */
export type ParsedArguments<A = Arguments> = {
  readonly [K in keyof A]: string extends K
    ? Value
    : A[K] extends { placeholder: string }
      ? A[K] extends { isRepeatable: true }
        ? string[]
        : A[K] extends { isRequired: true }
          ? string
          : string | undefined
      : boolean
}

/** A command. Its argument parsing, help and shell completion are derived from this definition. */
export type Command<Positionals = Arguments, Options = Arguments> = {
  readonly name: string
  readonly summary: string
  /** The endpoint of the operator's area that does the same. */
  readonly endpoint?: keyof typeof consoleApi.admin
  /** The positional arguments, in order. */
  readonly positionals: Positionals
  /** The options by name, without the leading `--`. */
  readonly options: Options
  /** Returns the exit code; undefined means 0. */
  run(args: ParsedArguments<Positionals> & ParsedArguments<Options>, env: Env): Promise<void | number>
}

/** A section of the help. */
export type CommandGroup = { readonly title: string; readonly commands: readonly Command[] }

/** Infers the types of the parsed arguments for `run`. */
export function defineCommand<const T extends Arguments, const O extends Arguments>(
  definition: Command<T, O>,
): Command {
  return definition
}

/** Invalid command or arguments. Exit code 2. */
export class UsageError extends Error {}

/** The command failed for a reason that the user can fix. Exit code 1. */
export class CommandError extends Error {}

/** Parses and checks the arguments of a command. Throws a UsageError for anything it does not know. */
export function parseArguments(command: Command, args: readonly string[]): ParsedArguments {
  const { parsed, rest } = parseOptions(command, args)
  for (const [name, positional] of Object.entries(command.positionals))
    for (const value of rest.splice(0, positional.isRepeatable ? rest.length : 1))
      setArgument(parsed, [name, positional.placeholder ?? name], value, positional)
  if (rest.length > 0) throw new UsageError(`${command.name} does not accept the argument "${rest[0]}".`)
  requireArguments(command, parsed)
  for (const [name, argument] of Object.entries({ ...command.positionals, ...command.options }))
    parsed[name] ??= defaultOf(argument)
  return parsed
}

type Parsed = Record<string, Value>

function parseOptions({ name: commandName, options }: Command, args: readonly string[]) {
  const parsed: Parsed = {}
  const rest: string[] = []
  for (let at = 0; at < args.length; at++) {
    const arg = args[at] ?? ''
    // `-2d` is a value, not an option.
    if (!/^-\D/.test(arg)) {
      rest.push(arg)
      continue
    }
    const [, name = arg, inlineValue] = /^--([^=]+)(?:=(.*))?$/s.exec(arg) ?? []
    const option = Object.hasOwn(options, name) ? options[name] : undefined
    if (option === undefined) throw unknownOption(commandName, options, arg, name)
    if (option.placeholder === undefined) {
      if (inlineValue !== undefined) throw new UsageError(`--${name} is a flag and has no value.`)
      parsed[name] = true
      continue
    }
    const value = inlineValue ?? args[(at += 1)]
    if (value === undefined) throw new UsageError(`--${name} requires ${option.placeholder}.`)
    if (parsed[name] !== undefined && !option.isRepeatable) throw new UsageError(`--${name} may only be given once.`)
    setArgument(parsed, [name, `--${name}`], value, option)
  }
  return { parsed, rest }
}

function unknownOption(commandName: string, options: Arguments, arg: string, name: string): UsageError {
  const suggestion = nearest(name, Object.keys(options))
  const hint = suggestion === null ? '' : ` Did you mean --${suggestion}?`
  return new UsageError(`${commandName} has no option ${arg.split('=', 1)[0]}.${hint}`)
}

function setArgument(
  parsed: Parsed,
  [name, label]: readonly [string, string],
  value: string,
  { choices, isRepeatable }: Argument,
) {
  if (choices !== undefined && !choices.includes(value))
    throw new UsageError(`${label} must be one of ${choices.join(', ')}.`)
  parsed[name] = isRepeatable ? [...((parsed[name] as string[] | undefined) ?? []), value] : value
}

function requireArguments({ name: commandName, positionals, options }: Command, parsed: Parsed) {
  const labels = [
    ...Object.entries(positionals).map(([name, positional]) => ({
      ...positional,
      name,
      label: positional.placeholder ?? name,
    })),
    ...Object.entries(options).map(([name, one]) => ({ ...one, name, label: `--${name}` })),
  ]
  const missing = labels.filter(({ name, isRequired }) => isRequired && parsed[name] === undefined)
  if (missing.length > 0)
    throw new UsageError(`${commandName} requires ${missing.map(({ label }) => label).join(' and ')}.`)
}

function defaultOf({ placeholder, isRepeatable }: Argument): Value {
  if (placeholder === undefined) return false
  return isRepeatable ? [] : undefined
}

/** Parses a timestamp with a time zone to ms since 1970. */
export function parseTimestampOption(option: string, text: string | undefined): number | undefined {
  try {
    return parseTimestamp(option, text)
  } catch {
    throw new UsageError(`--${option} must be a timestamp with a time zone, such as 2026-12-24T18:00:00+09:00.`)
  }
}

export function parseInteger(option: string, text: string, { min, max }: { min: number; max: number }): number {
  const value = /^-?\d{1,15}$/.test(text) ? Number(text) : NaN
  if (!(value >= min && value <= max)) throw new UsageError(`--${option} must be an integer from ${min} to ${max}.`)
  return value
}
