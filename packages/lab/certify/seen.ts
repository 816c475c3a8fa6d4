import type { ParamsOf, Seen, SeenCode } from './locales/texts.ts'

/** A statement for a report. */
export function seen<C extends SeenCode>(
  code: C,
  ...[params]: {} extends ParamsOf<C> ? [] : [params: ParamsOf<C>]
): Seen {
  return { code, params: params ?? {} } as Seen
}
