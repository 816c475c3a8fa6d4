import type { Endpoint } from '@onair/contract'
import { openGroups, sandboxGroups } from '@onair/contract/groups'

type NamesIn<Groups> = {
  [G in keyof Groups & string]: `${G}.${Exclude<keyof Groups[G], 'reset'> & string}`
}[keyof Groups & string]
export type OpenOperation = NamesIn<typeof openGroups>
export type SandboxOperation = NamesIn<typeof sandboxGroups>
export type OperationName = OpenOperation | SandboxOperation

export type Operation<Name extends OperationName = OperationName> = { name: Name; endpoint: Endpoint }

/** What is said to an operation, by the places that its contract names. */
export type Given = Partial<Record<Place, Record<string, unknown>>>
export type Place = (typeof places)[number]
export const places = ['inPath', 'query', 'parameters', 'body'] as const

export const openOperations = operationsOf(openGroups) as Operation<OpenOperation>[]
/** Without the reset, after which nothing prepared is there. */
export const sandboxOperations = operationsOf(sandboxGroups) as Operation<SandboxOperation>[]

function operationsOf(groups: Record<string, Record<string, Endpoint>>) {
  return Object.entries(groups).flatMap(([group, operations]) =>
    Object.entries(operations)
      .filter(([name]) => name !== 'reset')
      .map(([name, endpoint]) => ({ name: `${group}.${name}`, endpoint })),
  )
}

/** The address of a call: values of the path and the query are put in, a list is repeated. */
export function addressOf({ path }: Endpoint, { inPath = {}, query = {}, parameters = {} }: Given): string {
  const filled = path.replace(/\{(\w+)\}/g, (_all, name: string) => encodeURIComponent(String(inPath[name])))
  const asked = new URLSearchParams()
  for (const [name, value] of Object.entries({ ...query, ...parameters }))
    for (const one of [value].flat()) asked.append(name, typeof one === 'string' ? one : JSON.stringify(one))
  return asked.size > 0 ? `${filled}?${String(asked)}` : filled
}
