import { limits } from '@onair/contract'

/** The commands of moderators, in the order of the help. */
export const commandNames = ['timeout', 'ban', 'unban', 'slow', 'followers', 'notice', 'clear', 'help'] as const
type CommandName = (typeof commandNames)[number]

type TimeoutSecs = (typeof limits.timeoutSecs)[number]
type SlowModeSecs = (typeof limits.chatSlowModeSecs)[number]
type FollowerMinutes = (typeof limits.minFollowerMinutes)[number]

export type Command =
  | { name: 'timeout'; person: string; seconds: TimeoutSecs }
  | { name: 'ban' | 'unban'; person: string }
  | { name: 'slow'; seconds: SlowModeSecs }
  /** Null: everybody can chat. */
  | { name: 'followers'; minutes: FollowerMinutes | null }
  | { name: 'notice'; text: string }
  | { name: 'clear' | 'help' }

/** Why a text is no command: there is none of this name, its parts are wrong, or it has a value that cannot be chosen. */
export type CommandError =
  | { error: 'UNKNOWN'; name: string }
  | { error: 'USAGE'; name: CommandName }
  | { error: 'VALUE'; values: string[] }

export const isCommand = (text: string) => text.trimStart().startsWith('/')

export const isKnownCommand = (text: string) => isCommand(text) && !isUnknown(parseCommand(text))
const isUnknown = (command: Command | CommandError) => 'error' in command && command.error === 'UNKNOWN'

/** The command in a text that begins with a slash. */
export function parseCommand(text: string): Command | CommandError {
  const entered = text.trim().slice(1)
  const end = /\s|$/.exec(entered)?.index
  const typed = entered.slice(0, end)
  const rest = entered.slice(end).trim()
  const name = commandNames.find((one) => one === typed.toLowerCase())
  const usage = name && ({ error: 'USAGE', name } as const)
  const person = rest.replace(/^@/, '')
  switch (name) {
    case undefined:
      return { error: 'UNKNOWN', name: typed }
    case 'timeout':
      return parseTimeout(person)
    case 'ban':
    case 'unban':
      return person === '' ? { error: 'USAGE', name } : { name, person }
    case 'slow':
      return choose(limits.chatSlowModeSecs, rest, 1, (seconds) => ({ name, seconds }))
    case 'followers':
      if (/^off$/i.test(rest)) return { name, minutes: null }
      return choose(limits.minFollowerMinutes, rest === '' ? '0' : rest, 60, (minutes) => ({ name, minutes }))
    case 'notice':
      return rest === '' ? { error: 'USAGE', name } : { name, text: rest }
    default:
      return rest === '' || usage === undefined ? { name } : usage
  }
}

/** A name can have spaces; the last word is the duration if it looks like one. */
function parseTimeout(text: string): Command | CommandError {
  const name = 'timeout'
  if (text === '') return { error: 'USAGE', name }
  const space = text.lastIndexOf(' ')
  const last = text.slice(space + 1)
  const hasDuration = space > 0 && /^\d+[smhd]?$/i.test(last)
  const person = hasDuration ? text.slice(0, space).trimEnd() : text
  const shortest = `${limits.timeoutSecs[0]}s`
  return choose(limits.timeoutSecs, hasDuration ? last : shortest, 1, (seconds) => ({ name, person, seconds }))
}

const unitSecs: Record<string, number> = { s: 1, m: 60, h: 3_600, d: 86_400 }

/** The value that a text such as `10`, `10m` or `off` chooses. `unit`: seconds of one, which a bare number has. */
function choose<V extends number>(
  values: readonly V[],
  text: string,
  unit: number,
  toCommand: (value: V) => Command,
): Command | CommandError {
  const [, digits = '', suffix] = /^(\d+)([smhd])?$/i.exec(text.toLowerCase() === 'off' ? '0' : text) ?? []
  const value = suffix === undefined ? Number(digits) : (Number(digits) * (unitSecs[suffix.toLowerCase()] ?? 0)) / unit
  const chosen = digits === '' ? undefined : values.find((one) => one === value)
  return chosen === undefined
    ? { error: 'VALUE', values: values.map((one) => writeDuration(one * unit)) }
    : toCommand(chosen)
}

/** As one types it: `10m`. */
export function writeDuration(seconds: number): string {
  const [unit, size] = Object.entries(unitSecs).findLast(([, secs]) => seconds > 0 && seconds % secs === 0) ?? ['', 1]
  return seconds === 0 ? 'off' : `${seconds / size}${unit}`
}

/** A text that completes what is typed, and the part of it that is new: the name of a person, or a command. */
export type Completion = { text: string; label: string; command?: CommandName }

const maxCompletions = 8

/** Completions of the end of a text: a command, or the name of a person after a command or after @. */
export function completionsOf(text: string, names: readonly string[], isModerator: boolean): Completion[] {
  const [, command] = /^\/(\w*)$/.exec(text) ?? []
  if (isModerator && command !== undefined)
    return commandNames
      .filter((name) => name.startsWith(command.toLowerCase()))
      .map((name) => ({
        text: `/${name}${name === 'clear' || name === 'help' ? '' : ' '}`,
        label: `/${name}`,
        command: name,
      }))
  const start = nameStart(text, isModerator)
  if (start === null) return []
  const [before, typed] = [text.slice(0, start), text.slice(start)]
  return names
    .filter((name) => name.toLowerCase().startsWith(typed.toLowerCase()) && name !== typed)
    .slice(0, maxCompletions)
    .map((name) => ({ text: `${before}${name} `, label: name }))
}

/** Where the name begins at which the text ends, or null. */
function nameStart(text: string, isModerator: boolean): number | null {
  const command = isModerator ? /^\/(?:timeout|ban) @?/i.exec(text) : null
  if (command !== null) return command[0].length
  const at = text.lastIndexOf('@')
  return at >= 0 && /^\S+$/.test(text.slice(at + 1)) && /^\s?$/.test(text.slice(Math.max(0, at - 1), at))
    ? at + 1
    : null
}
