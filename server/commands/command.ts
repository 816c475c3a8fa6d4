import { momentOf } from '../kit/dates.ts'

export type Env = Record<string, string | undefined>

/** Something that a command is given, in its place or by name. */
export type Argument = {
  readonly says?: string
  /** What stands for it in the help: `<file>`. An option without one is a switch. */
  readonly value?: string
  /** The values that it may have. */
  readonly oneOf?: readonly string[]
  /** What holds when it is left out. */
  readonly otherwise?: string
  readonly isMany?: true
  readonly isNeeded?: true
}
export type Arguments = Readonly<Record<string, Argument>>

type Value = string | string[] | boolean | undefined
/** What a command is given; without knowing which, anything may be. */
export type Given<A = Arguments> = {
  readonly [K in keyof A]: string extends K
    ? Value
    : A[K] extends { value: string }
      ? A[K] extends { isMany: true }
        ? string[]
        : A[K] extends { isNeeded: true }
          ? string
          : string | undefined
      : boolean
}

/** A command as data, and what runs it. Reading its arguments, its help and its completion are made from this alone. */
export type Command<Takes = Arguments, Options = Arguments> = {
  readonly words: string
  readonly does: string
  /** What it is given in its place, in this order. */
  readonly takes: Takes
  /** What it is given by name: `--name`. */
  readonly options: Options
  /** Answers nothing when it is done, or the exit code. */
  run(given: Given<Takes> & Given<Options>, env: Env): Promise<void | number>
}

/** Commands that belong together in the help. */
export type CommandGroup = { readonly title: string; readonly commands: readonly Command[] }

/** Writes a command down, so that what runs it knows what it is given. */
export function command<const T extends Arguments, const O extends Arguments>(one: Command<T, O>): Command {
  return one
}

/** The command was asked for in a way that it does not know; the message says which. */
export class UsageFault extends Error {}

/** The command could not do what it was asked for; the message says why, to whoever can mend it. */
export class CouldNot extends Error {}

/** What a command is given; what it does not know is told, never passed over. */
export function readArguments({ words, takes, options }: Command, args: readonly string[]): Given {
  const given: Record<string, Value> = {}
  const inPlace: string[] = []
  for (let at = 0; at < args.length; at++) {
    const arg = args[at] ?? ''
    // A number below nothing is no option.
    if (!/^-\D/.test(arg)) {
      inPlace.push(arg)
      continue
    }
    const [, name = arg, glued] = /^--([^=]+)(?:=(.*))?$/s.exec(arg) ?? []
    const option = Object.hasOwn(options, name) ? options[name] : undefined
    if (option === undefined) {
      const meant = [`${name}s`, name.replace(/s$/, '')].find((one) => Object.hasOwn(options, one))
      const instead = meant === undefined ? '' : `; it has --${meant}`
      throw new UsageFault(`${words} has no option ${arg.replace(/=.*$/s, '')}${instead}.`)
    }
    if (option.value === undefined) {
      if (glued !== undefined) throw new UsageFault(`--${name} takes no value.`)
      given[name] = true
      continue
    }
    const value = glued ?? args[(at += 1)]
    if (value === undefined) throw new UsageFault(`--${name} needs ${option.value}.`)
    if (given[name] !== undefined && !option.isMany) throw new UsageFault(`--${name} may be given once.`)
    put(given, [name, `--${name}`], value, option)
  }
  for (const [name, place] of Object.entries(takes))
    for (const value of inPlace.splice(0, place.isMany ? inPlace.length : 1))
      put(given, [name, place.value ?? name], value, place)
  if (inPlace.length > 0) throw new UsageFault(`${words} does not take "${inPlace[0]}".`)
  const missing = [
    ...Object.entries(takes).map(([name, { value, isNeeded }]) => [name, value ?? name, isNeeded] as const),
    ...Object.entries(options).map(([name, { isNeeded }]) => [name, `--${name}`, isNeeded] as const),
  ].filter(([name, , isNeeded]) => isNeeded && given[name] === undefined)
  if (missing.length > 0) throw new UsageFault(`${words} needs ${missing.map(([, called]) => called).join(' and ')}.`)
  for (const [name, { value, isMany }] of Object.entries({ ...takes, ...options }))
    given[name] ??= value === undefined ? false : isMany ? [] : undefined
  return given
}

function put(
  given: Record<string, unknown>,
  [name, called]: readonly [string, string],
  value: string,
  { oneOf, isMany }: Argument,
) {
  if (oneOf !== undefined && !oneOf.includes(value)) throw new UsageFault(`${called} is one of ${oneOf.join(', ')}.`)
  given[name] = isMany ? [...((given[name] as string[] | undefined) ?? []), value] : value
}

/** A moment that was given with its zone. */
export function momentIn(option: string, text: string | undefined): number | undefined {
  try {
    return momentOf(option, text)
  } catch {
    throw new UsageFault(`--${option} is a moment with its zone, such as 2026-12-24T18:00:00+09:00.`)
  }
}

/** A whole number that was given as text. */
export function wholeNumber(option: string, text: string, { least, most }: { least: number; most: number }): number {
  const number = /^-?\d{1,15}$/.test(text) ? Number(text) : NaN
  if (!(number >= least && number <= most))
    throw new UsageFault(`--${option} is a whole number from ${least} to ${most}.`)
  return number
}
