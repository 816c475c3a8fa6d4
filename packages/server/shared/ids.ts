/** The source of a regular expression. PostgreSQL rejects most other texts with an error. */
export const uuidPattern = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'
const onlyUuid = new RegExp(`^${uuidPattern}$`, 'i')

export function isUuid(text: string): boolean {
  return onlyUuid.test(text)
}
