import type { Endpoint } from '@onair/contract'
import { openGroups, sandboxGroups } from '@onair/contract/groups'
import type { OperationId } from '../../locales/contract-texts.ts'
import { isSandbox } from '../../lib/page-settings.ts'

type Prefix = '' | 'sandbox.'
type Groups = Readonly<Record<string, Readonly<Record<string, Endpoint>>>>

/** The name of an operation in the address of its page in the reference: `chat.sendMessage`. */
export function operationId(prefix: Prefix, group: string, name: string): OperationId {
  return `${prefix}${group.toLowerCase()}.${name}` as OperationId
}

/** The operation that a record names, `POST /open/v1/chats/send`. Undefined if the reference has none, as for calls of the console. */
export function findOperationId(recordName: string): OperationId | undefined {
  return operationIds.get(recordName)
}

const operationIds = new Map([...namesOf('', openGroups), ...(isSandbox ? namesOf('sandbox.', sandboxGroups) : [])])

function namesOf(prefix: Prefix, groups: Groups): [recordName: string, id: OperationId][] {
  return Object.entries(groups).flatMap(([group, operations]) =>
    Object.entries(operations).flatMap(([name, { method, path, aliases = [] }]) =>
      [path, ...aliases].map((one): [string, OperationId] => [`${method} ${one}`, operationId(prefix, group, name)]),
    ),
  )
}
