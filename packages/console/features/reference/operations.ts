import type { Endpoint } from '@onair/contract'
import { openGroups, sandboxGroups } from '@onair/contract/groups'
import { describeScope } from '@onair/contract/scope-descriptions'
import { inReadingOrder } from '@onair/contract/reference/operations'
import type { OperationId } from '../../locales/contract-texts.ts'
import { operationId } from './operation-ids.ts'
import { strings } from '../../locales/index.ts'
import { synonymsOf } from './synonyms.ts'

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
  prefix: '' | 'sandbox.',
  groups: Readonly<Record<Name, Operations>>,
  labels: Readonly<Record<Name, string>>,
): OperationGroup[] {
  return Object.entries<Operations>(groups).map(([group, operations]) => ({
    label: labels[group as Name],
    operations: inReadingOrder(operations).map(([name, endpoint]) => ({
      id: operationId(prefix, group, name),
      endpoint,
    })),
  }))
}

/** The title of an operation in the language of the page: `Send a chat message`. */
export function operationName({ id }: Operation): string {
  return strings('operationNames')[id]
}

/** The summary of an operation in the language of the page. */
export function operationSummary({ id, endpoint }: Operation): string {
  return strings('reference').contract?.summaries[id] ?? endpoint.summary
}

/** The scope that an operation needs, empty without one. */
export function scopeOf({ endpoint: { auth } }: Operation): string {
  return 'scope' in auth ? (auth.scope ?? '') : ''
}

/** The operations that contain every word of the search, without empty groups. If there is none, those with other words for it. */
export function filterGroups(groups: readonly OperationGroup[], search: string): OperationGroup[] {
  const words = search.normalize('NFC').toLowerCase().split(/\s+/)
  const found = withWords(
    groups,
    words.map((word) => [word]),
  )
  return found.length > 0
    ? found
    : withWords(
        groups,
        words.map((word) => [word, ...synonymsOf(word)]),
      )
}

/** The operations that contain one of each list of words. */
function withWords(groups: readonly OperationGroup[], words: readonly (readonly string[])[]): OperationGroup[] {
  return groups
    .map(({ label, operations }) => ({
      label,
      operations: operations.filter((operation) => {
        const text = searchedText(operation, label)
        return words.every((alternatives) => alternatives.some((word) => text.includes(word)))
      }),
    }))
    .filter(({ operations }) => operations.length > 0)
}

function searchedText(operation: Operation, groupLabel: string): string {
  const { method, path, aliases = [], summary } = operation.endpoint
  const scope = scopeOf(operation)
  const texts = [
    operation.id,
    method,
    path,
    ...aliases,
    summary,
    scope,
    ...Object.values(describeScope(scope).text),
    operationName(operation),
    operationSummary(operation),
    groupLabel,
  ]
  return texts.join(' ').toLowerCase()
}
