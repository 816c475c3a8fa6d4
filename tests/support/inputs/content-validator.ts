import type { Endpoint } from '@onair/contract'
import type { TSchema } from 'typebox'
import { Compile } from 'typebox/compile'

/** Returns what is wrong with the content of a response, or null. A field that the contract does not name is an error at any depth. */
export function createContentValidator({ content }: Endpoint): (value: unknown) => string | null {
  const validator = Compile(withoutAdditionalProperties(content) as TSchema)
  return (value) => {
    if (validator.Check(value)) return null
    const [error] = validator.Errors(value)
    return `${error?.instancePath} ${error?.message}: ${JSON.stringify(value)}`
  }
}

function withoutAdditionalProperties(schema: unknown): unknown {
  return JSON.parse(JSON.stringify(schema), (_name, value: unknown) =>
    typeof value === 'object' && value !== null && 'type' in value && value.type === 'object'
      ? { additionalProperties: false, ...value }
      : value,
  )
}
