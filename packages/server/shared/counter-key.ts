import { hash } from 'node:crypto'

/** A counter key of 22 characters, so that no counter stores an address or an email, and all keys have one size. */
export function counterKey(...parts: string[]): string {
  return hash('sha256', JSON.stringify(parts), 'buffer').toString('base64url', 0, 16)
}
