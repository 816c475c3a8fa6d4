import type { openGroups, sandboxGroups } from '@onair/contract/groups'
import type { SchemaTexts } from '@onair/contract/reference/describe-schema'
import type { Finding } from '@onair/sdk/explain-signature'

// oxlint reads `keyof T & string` as redundant where T is a mapped type.
/* oxlint-disable typescript/no-redundant-type-constituents */
type OperationsOf<Groups, Prefix extends string> = {
  [Name in keyof Groups & string as `${Prefix}${Lowercase<Name>}`]: Groups[Name]
}
type Operations = OperationsOf<typeof openGroups, ''> & OperationsOf<typeof sandboxGroups, 'sandbox.'>

type UnionToIntersection<U> = (U extends unknown ? (one: U) => void : never) extends (all: infer I) => void ? I : never
/** Every endpoint by its name in the reference. */
type Endpoints = UnionToIntersection<
  {
    [Group in keyof Operations & string]: {
      [Name in keyof Operations[Group] & string as `${Group}.${Name}`]: Operations[Group][Name]
    }
  }[keyof Operations & string]
>

/** The name of an operation in the reference: `chat.sendMessage`, `sandbox.apps.createApp`. */
export type OperationId = keyof Endpoints & string
/* oxlint-enable typescript/no-redundant-type-constituents */

/** A translation of the contract's texts for the reference. The contract itself is in English. */
export type ContractTexts = {
  readonly summaries: Readonly<Record<OperationId, string>>
  /**
   * The descriptions of fields, by operation, event or webhook, and by path: `data[].owner`. Those under `*` hold for
   * every field of that path or name. A test finds missing, unused and ambiguous ones.
   */
  readonly fields: Readonly<Record<string, Readonly<Record<string, string>>>>
  /** The descriptions of an operation's errors. */
  readonly errorNotes: {
    readonly [Id in OperationId as Endpoints[Id] extends { errors: object } ? Id : never]: Endpoints[Id] extends {
      errors: infer Notes
    }
      ? { readonly [Status in keyof Notes]: string }
      : never
  }
  readonly schema: SchemaTexts
  readonly signatureMistakes: Readonly<Record<Finding['mistake'], string | ((finding: Finding) => string)>>
}

/** The translated description of a field of an operation, event or webhook. */
export function translateField({ fields }: ContractTexts, owner: string, path: string): string | undefined {
  const name = path.split('.').at(-1) ?? path
  return fields[owner]?.[path] ?? fields['*']?.[path] ?? fields['*']?.[name]
}
