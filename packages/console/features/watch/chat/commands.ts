import { limits } from '@onair/contract'

const moderatorCommands = [
  'timeout',
  'ban',
  'unban',
  'slow',
  'followers',
  'subscribers',
  'emoticons',
  'notice',
  'clear',
] as const
/** A moderator sees everyone, muted or not. */
const viewerCommands = ['mute', 'unmute'] as const
const commandNames = [...moderatorCommands, ...viewerCommands, 'help'] as const
export type CommandName = (typeof commandNames)[number]

/** The commands that a person can use, in the order of the list. */
const commandsOf = (isModerator: boolean): readonly CommandName[] => [
  ...(isModerator ? moderatorCommands : viewerCommands),
  'help',
]

type TimeoutSecs = (typeof limits.timeoutSecs)[number]
type SlowModeSecs = (typeof limits.chatSlowModeSecs)[number]
type FollowerMinutes = (typeof limits.minFollowerMinutes)[number]

export type Command =
  | { name: 'timeout'; person: string; seconds: TimeoutSecs }
  | { name: 'ban' | 'unban' | 'mute' | 'unmute'; person: string }
  | { name: 'slow'; seconds: SlowModeSecs }
  /** Null: everyone can chat. */
  | { name: 'followers'; minutes: FollowerMinutes | null }
  | { name: 'subscribers' | 'emoticons'; isOn: boolean }
  | { name: 'notice'; text: string }
  | { name: 'clear' | 'help' }

/** Why a text is no command: there is none of this name, its parts are wrong, or it has a value that cannot be chosen. */
export type CommandError =
  | { error: 'UNKNOWN'; name: string }
  | { error: 'USAGE'; name: CommandName }
  | { error: 'VALUE'; values: string[] }

/** Whether a text is not for the chat. Viewers may write one that begins with a slash and no name, as in `/ㅋㅋ`. */
export const isCommand = (text: string, isModerator: boolean) => (isModerator ? /^\s*\// : /^\s*\/[a-z]/i).test(text)

/** The command whose name a text has, if the person can use it. */
export function commandIn(text: string, isModerator: boolean): CommandName | undefined {
  const [, typed] = /^\s*\/(\w+)/.exec(text) ?? []
  return commandsOf(isModerator).find((name) => name === typed?.toLowerCase())
}

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
    case 'mute':
    case 'unmute':
      return person === '' ? { error: 'USAGE', name } : { name, person }
    case 'slow':
      return choose(limits.chatSlowModeSecs, rest, 1, (seconds) => ({ name, seconds }))
    case 'followers':
      if (/^off$/i.test(rest)) return { name, minutes: null }
      return choose(limits.minFollowerMinutes, rest === '' ? '0' : rest, 60, (minutes) => ({ name, minutes }))
    case 'subscribers':
    case 'emoticons':
      if (!/^(on|off)?$/i.test(rest)) return { error: 'VALUE', values: ['on', 'off'] }
      return { name, isOn: rest.toLowerCase() !== 'off' }
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

/** The values after some commands, from those in seconds. */
const valuesOf: Partial<Record<string, readonly string[]>> = {
  slow: durationsAndOff(limits.chatSlowModeSecs),
  followers: durationsAndOff(limits.minFollowerMinutes.map((minutes) => minutes * 60)),
  subscribers: ['on', 'off'],
  emoticons: ['on', 'off'],
}

function durationsAndOff(seconds: readonly number[]): string[] {
  return [...seconds.filter((one) => one > 0).map(writeDuration), 'off']
}

/** Completions of the end of a text: a command, its value, or the name of a person after a command or after @. */
export function completionsOf(text: string, names: readonly string[], isModerator: boolean): Completion[] {
  const [, command] = /^\/(\w*)$/.exec(text) ?? []
  if (command !== undefined)
    return commandsOf(isModerator)
      .filter((name) => name.startsWith(command.toLowerCase()))
      .map((name) => ({
        text: `/${name}${name === 'clear' || name === 'help' ? '' : ' '}`,
        label: `/${name}`,
        command: name,
      }))
  const [, beforeValue = '', valued = '', value = ''] = /^(\/(\w+) )(\w*)$/.exec(text) ?? []
  const values = isModerator ? valuesOf[valued.toLowerCase()] : undefined
  if (values !== undefined)
    return values
      .filter((one) => one.startsWith(value) && one !== value)
      .map((one) => ({ text: `${beforeValue}${one}`, label: one }))
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
  const command = (isModerator ? /^\/(?:timeout|ban) @?/i : /^\/mute @?/i).exec(text)
  if (command !== null) return command[0].length
  const at = text.lastIndexOf('@')
  return at >= 0 && /^\S+$/.test(text.slice(at + 1)) && /^\s?$/.test(text.slice(Math.max(0, at - 1), at))
    ? at + 1
    : null
}
