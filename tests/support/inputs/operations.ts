import type { Endpoint } from '@onair/contract'
import { openGroups, sandboxGroups } from '@onair/contract/groups'

type OperationNames<Groups> = {
  [G in keyof Groups & string]: `${G}.${Exclude<keyof Groups[G], 'reset'> & string}`
}[keyof Groups & string]
export type OpenOperation = OperationNames<typeof openGroups>
export type SandboxOperation = OperationNames<typeof sandboxGroups>
export type OperationName = OpenOperation | SandboxOperation

export type Operation<Name extends OperationName = OperationName> = { name: Name; endpoint: Endpoint }

/** The input of an operation, by the parts that its contract defines. */
export type OperationInput = Partial<Record<InputPart, Record<string, unknown>>>
export type InputPart = (typeof inputParts)[number]
export const inputParts = ['pathParams', 'query', 'parameters', 'body'] as const

export const openOperations = listOperations(openGroups) as Operation<OpenOperation>[]
/** All but the reset, which would delete what a test has prepared. */
export const sandboxOperations = listOperations(sandboxGroups) as Operation<SandboxOperation>[]

function listOperations(groups: Record<string, Record<string, Endpoint>>) {
  return Object.entries(groups).flatMap(([group, operations]) =>
    Object.entries(operations)
      .filter(([name]) => name !== 'reset')
      .map(([name, endpoint]) => ({ name: `${group}.${name}`, endpoint })),
  )
}

/** The path and query of a request. A list in the query becomes a repeated parameter. */
export function requestPath(
  { path }: Endpoint,
  { pathParams = {}, query = {}, parameters = {} }: OperationInput,
): string {
  const filled = path.replace(/\{(\w+)\}/g, (_all, name: string) => encodeURIComponent(String(pathParams[name])))
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries({ ...query, ...parameters }))
    for (const item of [value].flat()) search.append(name, typeof item === 'string' ? item : JSON.stringify(item))
  return search.size > 0 ? `${filled}?${String(search)}` : filled
}
