import type { Endpoint } from '@onair/contract'
import { openGroups, sandboxGroups } from '@onair/contract/groups'
import { inReadingOrder } from '@onair/tools/operations'
import type { OperationId } from '../../locales/contract-texts.ts'
import { strings } from '../../locales/index.ts'

/** An operation and its name in the address of its page: `chat.sendMessage`. */
export type Operation = { id: OperationId; endpoint: Endpoint }
export type OperationGroup = { label: string; operations: Operation[] }

/** The operations that applications can call here, by group. */
export function listGroups({ isSandbox }: { isSandbox: boolean }): OperationGroup[] {
  const labels = strings('reference')
  const open = toGroups('', openGroups, labels.groups)
  return isSandbox ? [...open, ...toGroups('sandbox.', sandboxGroups, labels.sandboxGroups)] : open
}

type Operations = Readonly<Record<string, Endpoint>>

function toGroups<Name extends string>(
  prefix: string,
  groups: Readonly<Record<Name, Operations>>,
  labels: Readonly<Record<Name, string>>,
): OperationGroup[] {
  return Object.entries<Operations>(groups).map(([group, operations]) => ({
    label: labels[group as Name],
    operations: inReadingOrder(operations).map(([name, endpoint]) => ({
      id: `${prefix}${group.toLowerCase()}.${name}` as OperationId,
      endpoint,
    })),
  }))
}

/** The title of an operation in the language of the page: `Send a chat message`. */
export function operationName({ id }: Operation): string {
  return strings('reference').operationNames[id]
}

/** The summary of an operation in the language of the page. */
export function operationSummary({ id, endpoint }: Operation): string {
  return strings('reference').contract?.summaries[id] ?? endpoint.summary
}

/** The scope that an operation needs, empty without one. */
export function scopeOf({ endpoint: { auth } }: Operation): string {
  return 'scope' in auth ? (auth.scope ?? '') : ''
}

/** The operations that contain every word of the search, without empty groups. */
export function filterGroups(groups: readonly OperationGroup[], search: string): OperationGroup[] {
  const words = search.normalize('NFC').toLowerCase().split(/\s+/)
  const matches = (operation: Operation) => {
    const { method, path, aliases = [], summary } = operation.endpoint
    const texts = [
      operation.id,
      method,
      path,
      ...aliases,
      summary,
      scopeOf(operation),
      operationName(operation),
      operationSummary(operation),
    ]
    const text = texts.join(' ').toLowerCase()
    return words.every((word) => text.includes(word))
  }
  return groups
    .map(({ label, operations }) => ({ label, operations: operations.filter(matches) }))
    .filter(({ operations }) => operations.length > 0)
}
