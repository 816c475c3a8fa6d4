import { describeScope } from '@onair/contract/scope-descriptions'

/** A scope in English, and its name in the specification. */
export const scopeName = (scope: unknown) => `“${describeScope(String(scope)).textForDevelopers.en}” (${String(scope)})`
