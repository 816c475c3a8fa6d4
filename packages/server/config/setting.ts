/**
 * A setting: its environment variable, description, parser and default. `secret`: errors do not print its value, and the
 * variable with the suffix `_FILE` may name a file that contains it.
 */
export type Setting<T> = { env: string; doc: string; parse: (text: string) => T; defaultValue: T; secret?: true }

export function setting<T>(
  env: string,
  doc: string,
  parse: (text: string) => T,
  defaultValue: NoInfer<T>,
  secret?: true,
): Setting<T> {
  return { env, doc, parse, defaultValue, ...(secret && { secret }) }
}
