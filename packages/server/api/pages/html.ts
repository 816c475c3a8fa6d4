import { escapeHtml } from '../../shared/escape-html.ts'

const markup = Symbol('markup')

/** Text that is HTML already. Only `html` creates it, so other text is always escaped. */
export type Html = { readonly [markup]: string }
/** A value in a template. null, undefined and false render as nothing. */
export type Part = Html | string | number | null | undefined | false | readonly Part[]

/** A template tag that escapes every `${…}` value that is not `Html`. Attributes must be in double quotes. */
export function html(strings: TemplateStringsArray, ...values: Part[]): Html {
  let text = strings[0] ?? ''
  for (const [index, value] of values.entries()) text += renderPart(value) + (strings[index + 1] ?? '')
  return { [markup]: text }
}

export function renderHtml(page: Html): string {
  return page[markup]
}

function renderPart(part: Part): string {
  if (part === null || part === undefined || part === false) return ''
  if (typeof part === 'string') return escapeHtml(part)
  if (typeof part === 'number') return String(part)
  return isList(part) ? part.map(renderPart).join('') : part[markup]
}

function isList(part: Html | readonly Part[]): part is readonly Part[] {
  return Array.isArray(part)
}
