import type { Endpoint } from '@onair/contract'
import { openGroups, sandboxGroups } from '@onair/contract/groups'
import { inReadingOrder } from '@onair/tools/operations'

/** An operation under the name that stands in its address: `chat.sendMessage`. */
export type Operation = { id: string; endpoint: Endpoint }
export type OpenGroup = keyof typeof openGroups
export type SandboxGroup = keyof typeof sandboxGroups
export type Group = { name: OpenGroup; isSandbox: false; operations: Operation[] } | SandboxOperationGroup
type SandboxOperationGroup = { name: SandboxGroup; isSandbox: true; operations: Operation[] }

/** Every operation that others than our own pages may call here. */
export function listGroups({ isSandbox }: { isSandbox: boolean }): Group[] {
  const open = Object.entries(openGroups).map(([name, group]): Group => ({
    name: name as OpenGroup,
    isSandbox: false,
    operations: toOperations('', name, group),
  }))
  const sandbox = Object.entries(sandboxGroups).map(([name, group]): Group => ({
    name: name as SandboxGroup,
    isSandbox: true,
    operations: toOperations('sandbox.', name, group),
  }))
  return isSandbox ? [...open, ...sandbox] : open
}

function toOperations(prefix: string, group: string, operations: Readonly<Record<string, Endpoint>>): Operation[] {
  return inReadingOrder(operations).map(([name, endpoint]) => ({
    id: `${prefix}${group.toLowerCase()}.${name}`,
    endpoint,
  }))
}

/** Those in which every word of the search stands; groups that are left without any are left out. */
export function filterGroups(
  groups: readonly Group[],
  search: string,
  summaryOf: (operation: Operation) => string,
): Group[] {
  const words = search.normalize('NFC').toLowerCase().split(/\s+/)
  const matches = (operation: Operation) => {
    const { auth, method, path, aliases = [], summary } = operation.endpoint
    const scope = 'scope' in auth ? (auth.scope ?? '') : ''
    const text = [operation.id, method, path, ...aliases, summary, scope, summaryOf(operation)].join(' ').toLowerCase()
    return words.every((word) => text.includes(word))
  }
  return groups
    .map((group): Group => ({ ...group, operations: group.operations.filter(matches) }))
    .filter(({ operations }) => operations.length > 0)
}
