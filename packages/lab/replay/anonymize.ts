import { createHash } from 'node:crypto'
import type { Line } from './lines.ts'

/** Replaces names, ids and addresses by made-up ones; the same one for the same value. */
export function createAnonymizer(salt: string): (line: Line) => Line {
  const names = new Map<string, string>()
  /** The lengths of the names, longest first: the longest name at a place is the one that is meant. */
  let lengths: number[] = []
  const nameOf = (name: string) => {
    const known = names.get(name) ?? `person-${names.size + 1}`
    names.set(name, known)
    if (name.length > 1 && !lengths.includes(name.length)) lengths = [...lengths, name.length].toSorted((a, b) => b - a)
    return known
  }
  const hash = (value: string) => createHash('sha256').update(salt).update(value).digest('hex')
  const replaceIds = (text: string) =>
    text
      .replaceAll(idPattern, (id) => hash(id).slice(0, 32))
      .replaceAll(uuidPattern, (id) =>
        hash(id)
          .slice(0, 32)
          .replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-'),
      )
      .replaceAll(emailPattern, (email) => `${hash(email).slice(0, 12)}@example.invalid`)
  // A recording has as many names as lines, so each place of a text is looked up.
  const replaceNames = (text: string) => {
    let replaced = ''
    for (let at = 0; at < text.length;) {
      const length = lengths.find((one) => names.has(text.slice(at, at + one))) ?? 0
      replaced += length === 0 ? text[at] : names.get(text.slice(at, at + length))
      at += Math.max(1, length)
    }
    return replaced
  }
  const replace = (value: unknown, field: string): unknown => {
    if (Array.isArray(value)) return value.map((item) => replace(item, field))
    if (typeof value === 'object' && value !== null)
      return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, replace(inner, name)]))
    if (typeof value !== 'string') return value
    if (nameFields.has(field)) return value === '' ? value : nameOf(value)
    return structureFields.has(field) ? value : replaceNames(replaceIds(value))
  }
  return (line) => {
    // Names first, because a message before the name in the same line may contain it.
    collectNames(line, (name) => void nameOf(name))
    return replace(line, '') as Line
  }
}

function collectNames(value: unknown, add: (name: string) => void, field = '') {
  if (Array.isArray(value)) for (const item of value) collectNames(item, add, field)
  else if (typeof value === 'object' && value !== null)
    for (const [name, inner] of Object.entries(value)) collectNames(inner, add, name)
  else if (typeof value === 'string' && value !== '' && nameFields.has(field)) add(value)
}

const nameFields: ReadonlySet<string> = new Set([
  'channelName',
  'nickname',
  'donatorNickname',
  'subscriberNickname',
  'restrictedChannelName',
])
/** Fields from which a replay knows the meaning of a line. */
const structureFields: ReadonlySet<string> = new Set(['kind', 'format', 'role', 'name', 'action'])
const idPattern = /(?<![0-9a-f])[0-9a-f]{32}(?![0-9a-f])/g
const uuidPattern = /[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}/g
const emailPattern = /(?<![\w.+-])[\w.+-]+@[\w-]+(?:\.+[\w-]+)+/g
