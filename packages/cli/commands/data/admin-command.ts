import {
  consoleApi,
  type BodyOf,
  type ContentOf,
  type Endpoint,
  type PathParamsOf,
  type QueryOf,
} from '@onair/contract'
import { defineCommand, parseInteger, type Arguments, type Command, type ParsedArguments } from '../../command.ts'
import { print, table } from '../../print.ts'
import { accountDescription, accountPlaceholder, dataDirOption, openData, resolveAccount } from './open-data.ts'

type Admin = typeof consoleApi.admin
type OfflineDeps = Awaited<ReturnType<typeof openData>>

type Parts<E> = { pathParams: PathParamsOf<E>; query: QueryOf<E>; body: BodyOf<E> }
type InputOf<E> = { [Part in keyof Parts<E> as Parts<E>[Part] extends undefined ? never : Part]: Parts<E>[Part] }
/** Input that is still to be checked. */
type RawInput<E> = { [Part in keyof Parts<E>]?: { [Field in keyof NonNullable<Parts<E>[Part]>]?: unknown } }

type Definition<Name extends keyof Admin, Args> = {
  endpoint: Name
  input?: (args: Args, deps: OfflineDeps) => RawInput<Admin[Name]> | Promise<RawInput<Admin[Name]>>
  /** Calls the use case of the endpoint. */
  run: (input: InputOf<Admin[Name]>, deps: OfflineDeps, args: Args) => Promise<ContentOf<Admin[Name]>>
  text: (content: ContentOf<Admin[Name]>, input: InputOf<Admin[Name]>) => string
}

/**
 * Defines a command that does on the database what an endpoint of the operator's area does. Its input is checked as that of
 * the endpoint, and a read is recorded as there. `--json` prints the content of the endpoint, with the input of a change.
 */
export function adminCommand<Name extends keyof Admin, const T extends Arguments, const O extends Arguments>({
  name,
  summary,
  endpoint: endpointName,
  positionals,
  options,
  input: toInput,
  run,
  text,
}: { name: string; summary: string; positionals?: T; options?: O } & Definition<
  Name,
  ParsedArguments<T> & ParsedArguments<O>
>): Command {
  return defineCommand({
    name,
    summary,
    endpoint: endpointName,
    positionals: positionals ?? {},
    options: { ...(options as Arguments | undefined), ...dataDirOption, json: { description: 'print JSON' } },
    async run({ json, 'data-dir': dataDir, ...args }, env) {
      const parsed = args as ParsedArguments<T> & ParsedArguments<O>
      await using deps = await openData({ 'data-dir': dataDir }, env)
      const { checkInput } = await import('@onair/server/api/pipeline/input.ts')
      const endpoint: Endpoint = consoleApi.admin[endpointName]
      const input = checkInput(endpoint, (await toInput?.(parsed, deps)) ?? {})
      const isRead = endpoint.method === 'GET'
      if (isRead && !endpoint.isNumbers) {
        const { recordSiteRead } = await import('@onair/server/api/pipeline/site-role.ts')
        await recordSiteRead(endpoint, input, deps)
      }
      const content = await run(input as InputOf<Admin[Name]>, deps, parsed)
      const shown = isRead ? content : Object.assign({}, ...Object.values(input), content)
      print(json ? JSON.stringify(shown) : text(content, input as InputOf<Admin[Name]>))
    },
  })
}

/** The argument of commands about a person. */
export const account = { placeholder: accountPlaceholder, description: accountDescription, isRequired: true } as const
export async function ofPerson({ account }: { account: string }, deps: OfflineDeps) {
  return { pathParams: { channelId: await resolveAccount(account, deps) } }
}
export const reason = { placeholder: '<text>', description: 'kept in the audit log', isRequired: true } as const
export const search = { placeholder: '<text>', description: 'a part of a name, or an id' } as const
export const page = { placeholder: '<number>', description: 'from 0', defaultText: '0' } as const
export const next = { placeholder: '<cursor>', description: 'the page after the one that printed it' } as const

/** How long something lasts, in seconds: without hours, until somebody ends it. */
export const hours = { placeholder: '<hours>', description: 'end it after so many hours' } as const
export function secondsOf(hours: string | undefined): number | undefined {
  return hours === undefined ? undefined : parseInteger('hours', hours, { min: 1, max: 24 * 366 }) * 3_600
}

type List<Item> = { data: readonly Item[]; page?: number | { next: string | null }; totalPages?: number }

/** A line for each item, and how to get the next page. */
export function listText<Item>(list: List<Item>, toCells: (item: Item) => string[], empty: string): string {
  const { data, page, totalPages = 0 } = list
  const lines = data.length === 0 ? empty : table(data.map(toCells))
  if (typeof page === 'number') return page + 1 < totalPages ? `${lines}\nNext page: --page ${page + 1}` : lines
  return page == null || page.next === null ? lines : `${lines}\nNext page: --next ${page.next}`
}

/** A line for each field. */
export function fieldsText(fields: object): string {
  return table(Object.entries(fields).map(([name, value]) => [name, JSON.stringify(value)]))
}
