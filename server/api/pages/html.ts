const markup = Symbol('markup')

/** Text that is HTML already. Only `html` makes it, so text from elsewhere can never pass for it. */
export type Html = { readonly [markup]: string }
/** What may stand in a template; nothing is written for null, undefined and false. */
export type Part = Html | string | number | null | undefined | false | readonly Part[]

/** A piece of HTML: what stands in `${…}` is escaped, unless it is HTML itself. Attributes are to be written in double quotes. */
export function html(strings: TemplateStringsArray, ...values: Part[]): Html {
  let text = strings[0] ?? ''
  for (const [index, value] of values.entries()) text += renderPart(value) + (strings[index + 1] ?? '')
  return { [markup]: text }
}

/** The finished text of a page. */
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

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? '')
}
