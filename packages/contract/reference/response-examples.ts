import type { Endpoint } from '../index.ts'

/** Responses of all calls of the reference, by operation (`chat.sendMessage`). tests/docs/api-reference.test.ts executes and writes them. */
export type ResponseExamples = Record<string, unknown>

/** Messages of sessions and notifications, by name; written as the responses are. */
export const eventExampleFile = new URL('./event-examples.json', import.meta.url)

export const exampleFile = new URL('./response-examples.json', import.meta.url)

export function listOperations(groups: Readonly<Record<string, Readonly<Record<string, Endpoint>>>>, prefix = '') {
  return Object.entries(groups).flatMap(([group, operations]) =>
    Object.entries(operations).map(([name, endpoint]) => ({ id: `${prefix}${group.toLowerCase()}.${name}`, endpoint })),
  )
}
