import { actionNames, fieldsOf, type Action } from '@onair/contract/sandbox/actions'
import { LabError } from '../error.ts'
import { describeUnknown } from '../unknown-name.ts'

/** The first line of a recording: what the ids in the other lines refer to. */
export type StartLine = {
  kind: 'start'
  format: 'onair-recording'
  version: 1
  baseUrl: string
  /** The channel that `--channel` of a replay replaces. */
  channelId: string
  /** The demo application. */
  clientId: string
  people: { channelId: string; channelName: string; role: string }[]
}
/** A person that later lines name. A replay creates the person where needed. */
export type PersonLine = { kind: 'person'; channelId: string; channelName: string }
/** An action of the sandbox. Generators and imports make these. */
export type ActionLine = { kind: 'action'; atMs: number; action: Action; input: Record<string, unknown> }
/** A record of the inspector: a request, event, frame, delivery or gap. */
export type RecordLine = {
  kind: 'request' | 'event' | 'frame' | 'delivery' | 'gap'
  atMs: number
  name: string
  traceId: string | null
  clientId: string | null
  channelId: string | null
  status: number | null
  /** Who was signed in on the page that sent the request. */
  byChannelId?: string
  url?: string
  /** The bodies, parsed; as text where they are not JSON. Absent where they were too long to be recorded. */
  request?: unknown
  response?: unknown
  payload?: unknown
}
export type Line = StartLine | PersonLine | ActionLine | RecordLine

type Place = { path: string; number: number }

/** Parses a line of NDJSON. */
export function parseLine(text: string, place: Place): Line {
  let value: Partial<Line> | null
  try {
    value = JSON.parse(text) as Partial<Line> | null
  } catch {
    throw invalidLine(place, 'is not JSON')
  }
  const kind = value?.kind
  if (kind === 'start') {
    const { format, version } = value as Partial<StartLine>
    if (format !== 'onair-recording' || version !== 1)
      throw new LabError('INVALID_LINE', `${place.path}: The recording has an unknown format.`)
  } else if (kind === 'person') {
    if (typeof (value as PersonLine).channelId !== 'string') throw invalidLine(place, 'has no channelId')
  } else if (kind === undefined || !kinds.has(kind)) throw invalidLine(place, 'has an unknown kind')
  else if (!Number.isFinite((value as ActionLine).atMs)) throw invalidLine(place, 'has no atMs')
  if (kind === 'start' || kind === 'person' || kind === 'action')
    requireKnownFields(value as StartLine | PersonLine | ActionLine, place)
  return value as Line
}

/** The fields of lines that people write: an unknown one would be lost. */
const knownFields = {
  start: ['kind', 'format', 'version', 'baseUrl', 'channelId', 'clientId', 'people'],
  person: ['kind', 'channelId', 'channelName'],
  action: ['kind', 'atMs', 'action', 'input'],
} as const satisfies {
  readonly [Kind in 'start' | 'person' | 'action']: readonly (keyof Extract<Line, { kind: Kind }>)[]
}

function requireKnownFields(line: StartLine | PersonLine | ActionLine, place: Place): void {
  requireKnown(line, knownFields[line.kind], place)
  if (line.kind !== 'action') return
  const { action, input } = line
  if (!actionNames.includes(action))
    throw invalidLine(place, `has an unknown action ${describeUnknown(action, actionNames)}`)
  requireKnown(
    input ?? {},
    fieldsOf(action).map(({ field }) => field),
    place,
    ' in its input',
  )
}

function requireKnown(value: object, known: readonly string[], place: Place, where = ''): void {
  const unknown = Object.keys(value).find((field) => !known.includes(field))
  if (unknown !== undefined) throw invalidLine(place, `has an unknown field ${describeUnknown(unknown, known)}${where}`)
}

const kinds: ReadonlySet<string> = new Set(['action', 'request', 'event', 'frame', 'delivery', 'gap'])

function invalidLine({ path, number }: Place, problem: string): LabError {
  return new LabError('INVALID_LINE', `${path}: Line ${number} ${problem}.`)
}

const maxNameLength = 30
/** A name may be followed by spaces that align the messages. */
const chatPattern = /^\[?(\d{1,3}):([0-5]\d):([0-5]\d)(?:\.(\d{1,3}))?\]?\s+([^\s:][^:]{0,59}):\s(.*)$/

/** Parses a line of a chat log: `[01:02:03] name: message`. Null for any other line. */
export function parseChatLine(text: string): ActionLine | null {
  const [, hours, minutes, seconds, fraction = '0', paddedName = '', message = ''] = chatPattern.exec(text) ?? []
  const name = paddedName.trimEnd()
  if (name === '' || name.length > maxNameLength || message.trim() === '') return null
  const totalSec = (Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)
  const atMs = totalSec * 1_000 + Number(fraction.padEnd(3, '0'))
  return { kind: 'action', atMs, action: 'chat', input: { channelId: mainChannel, byChannelId: name, message } }
}

/** The id of the channel in generated and imported lines. */
export const mainChannel = 'main'
