import { parseTimestamp } from '../shared/dates.ts'

export type Env = Record<string, string | undefined>

/** Something that a command is given, in its place or by name. */
export type Argument = {
  readonly description?: string
  /** What stands for it in the help: `<file>`. An option without one is a switch. */
  readonly placeholder?: string
  /** The values that it may have. */
  readonly choices?: readonly string[]
  /** What holds when it is left out. */
  readonly defaultText?: string
  readonly isRepeatable?: true
  readonly isRequired?: true
}
export type Arguments = Readonly<Record<string, Argument>>

type Value = string | string[] | boolean | undefined
/** What a command is given; without knowing which, anything may be. */
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

/** A command as data, and what runs it. Reading its arguments, its help and its completion are made from this alone. */
export type Command<Positionals = Arguments, Options = Arguments> = {
  readonly name: string
  readonly summary: string
  /** What it is given in its place, in this order. */
  readonly positionals: Positionals
  /** What it is given by name: `--name`. */
  readonly options: Options
  /** Answers nothing when it is done, or the exit code. */
  run(args: ParsedArguments<Positionals> & ParsedArguments<Options>, env: Env): Promise<void | number>
}

/** Commands that belong together in the help. */
export type CommandGroup = { readonly title: string; readonly commands: readonly Command[] }

/** Writes a command down, so that what runs it knows what it is given. */
export function defineCommand<const T extends Arguments, const O extends Arguments>(
  definition: Command<T, O>,
): Command {
  return definition
}

/** The command was asked for in a way that it does not know; the message says which. */
export class UsageError extends Error {}

/** The command could not do what it was asked for; the message says why, to whoever can mend it. */
export class CommandError extends Error {}

/** What a command is given; what it does not know is told, never passed over. */
export function parseArguments(
  { name: commandName, positionals, options }: Command,
  args: readonly string[],
): ParsedArguments {
  const parsed: Record<string, Value> = {}
  const positionalValues: string[] = []
  for (let at = 0; at < args.length; at++) {
    const arg = args[at] ?? ''
    // A number below nothing is no option.
    if (!/^-\D/.test(arg)) {
      positionalValues.push(arg)
      continue
    }
    const [, name = arg, inlineValue] = /^--([^=]+)(?:=(.*))?$/s.exec(arg) ?? []
    const option = Object.hasOwn(options, name) ? options[name] : undefined
    if (option === undefined) {
      const suggestion = [`${name}s`, name.replace(/s$/, '')].find((one) => Object.hasOwn(options, one))
      const hint = suggestion === undefined ? '' : `; it has --${suggestion}`
      throw new UsageError(`${commandName} has no option ${arg.replace(/=.*$/s, '')}${hint}.`)
    }
    if (option.placeholder === undefined) {
      if (inlineValue !== undefined) throw new UsageError(`--${name} takes no value.`)
      parsed[name] = true
      continue
    }
    const value = inlineValue ?? args[(at += 1)]
    if (value === undefined) throw new UsageError(`--${name} needs ${option.placeholder}.`)
    if (parsed[name] !== undefined && !option.isRepeatable) throw new UsageError(`--${name} may be given once.`)
    setArgument(parsed, [name, `--${name}`], value, option)
  }
  for (const [name, positional] of Object.entries(positionals))
    for (const value of positionalValues.splice(0, positional.isRepeatable ? positionalValues.length : 1))
      setArgument(parsed, [name, positional.placeholder ?? name], value, positional)
  if (positionalValues.length > 0) throw new UsageError(`${commandName} does not take "${positionalValues[0]}".`)
  const missing = [
    ...Object.entries(positionals).map(
      ([name, { placeholder, isRequired }]) => [name, placeholder ?? name, isRequired] as const,
    ),
    ...Object.entries(options).map(([name, { isRequired }]) => [name, `--${name}`, isRequired] as const),
  ].filter(([name, , isNeeded]) => isNeeded && parsed[name] === undefined)
  if (missing.length > 0)
    throw new UsageError(`${commandName} needs ${missing.map(([, label]) => label).join(' and ')}.`)
  for (const [name, { placeholder, isRepeatable }] of Object.entries({ ...positionals, ...options }))
    parsed[name] ??= placeholder === undefined ? false : isRepeatable ? [] : undefined
  return parsed
}

function setArgument(
  parsed: Record<string, unknown>,
  [name, label]: readonly [string, string],
  value: string,
  { choices, isRepeatable }: Argument,
) {
  if (choices !== undefined && !choices.includes(value))
    throw new UsageError(`${label} is one of ${choices.join(', ')}.`)
  parsed[name] = isRepeatable ? [...((parsed[name] as string[] | undefined) ?? []), value] : value
}

/** A moment that was given with its zone. */
export function parseTimestampOption(option: string, text: string | undefined): number | undefined {
  try {
    return parseTimestamp(option, text)
  } catch {
    throw new UsageError(`--${option} is a moment with its zone, such as 2026-12-24T18:00:00+09:00.`)
  }
}

/** A whole number that was given as text. */
export function parseInteger(
  option: string,
  text: string,
  { least: min, most: max }: { least: number; most: number },
): number {
  const value = /^-?\d{1,15}$/.test(text) ? Number(text) : NaN
  if (!(value >= min && value <= max)) throw new UsageError(`--${option} is a whole number from ${min} to ${max}.`)
  return value
}
