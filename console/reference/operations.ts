import type { Endpoint } from '@onair/contract'
import { openGroups, sandboxGroups } from '@onair/contract/groups'
import { inOrder } from '@onair/contract/operation-facts'

/** An operation under the name that stands in its address: `chat.sendMessage`. */
export type Operation = { id: string; endpoint: Endpoint }
export type OpenGroup = keyof typeof openGroups
export type SandboxGroup = keyof typeof sandboxGroups
export type Group = { name: OpenGroup; isSandbox: false; operations: Operation[] } | Played
type Played = { name: SandboxGroup; isSandbox: true; operations: Operation[] }

/** Every operation that others than our own pages may call here. */
export function groupsOf({ isSandbox }: { isSandbox: boolean }): Group[] {
  const open = Object.entries(openGroups).map(([name, group]): Group => ({
    name: name as OpenGroup,
    isSandbox: false,
    operations: named('', name, group),
  }))
  const played = Object.entries(sandboxGroups).map(([name, group]): Group => ({
    name: name as SandboxGroup,
    isSandbox: true,
    operations: named('sandbox.', name, group),
  }))
  return isSandbox ? [...open, ...played] : open
}

function named(before: string, group: string, operations: Readonly<Record<string, Endpoint>>): Operation[] {
  return inOrder(operations).map(([name, endpoint]) => ({ id: `${before}${group.toLowerCase()}.${name}`, endpoint }))
}

/** Those in which every word of the search stands; groups that are left without any are left out. */
export function matching(groups: readonly Group[], search: string, saidOf: (operation: Operation) => string): Group[] {
  const words = search.normalize('NFC').toLowerCase().split(/\s+/)
  const fits = (operation: Operation) => {
    const { auth, method, path, aliases = [], summary } = operation.endpoint
    const scope = 'scope' in auth ? (auth.scope ?? '') : ''
    const text = [operation.id, method, path, ...aliases, summary, scope, saidOf(operation)].join(' ').toLowerCase()
    return words.every((word) => text.includes(word))
  }
  return groups
    .map((group): Group => ({ ...group, operations: group.operations.filter(fits) }))
    .filter(({ operations }) => operations.length > 0)
}
