import { nearest } from '@onair/contract/nearest'

const maxNameLength = 60

/** An unknown name for a message, with the known one that it resembles, or all known ones. */
export function describeUnknown(name: unknown, known: readonly string[]): string {
  const text = String(name)
  const similar = text.length > maxNameLength ? null : nearest(text, known)
  const hint = similar === null ? `known are ${known.join(', ')}` : `did you mean ${similar}?`
  return `${text.slice(0, maxNameLength)} (${hint})`
}
