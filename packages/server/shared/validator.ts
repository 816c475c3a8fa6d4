import type { TObject } from 'typebox'
import { Compile, type Validator } from 'typebox/schema'

const validators = new WeakMap<TObject, Validator>()

/** Schemas are compiled at their first use: all of them at start-up would take longer than all else there. */
export function validatorFor(schema: TObject): Validator {
  let validator = validators.get(schema)
  if (validator === undefined) {
    validator = Compile(schema)
    validators.set(schema, validator)
  }
  return validator
}
