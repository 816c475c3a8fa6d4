const markup = Symbol('markup')

/** Text that is HTML already. Only `html` makes it, so text from elsewhere can never pass for it. */
export type Html = { readonly [markup]: string }
/** What may stand in a template; nothing is written for null, undefined and false. */
export type Part = Html | string | number | null | undefined | false | readonly Part[]

/** A piece of HTML: what stands in `${…}` is escaped, unless it is HTML itself. Attributes are to be written in double quotes. */
export function html(pieces: TemplateStringsArray, ...parts: Part[]): Html {
  let text = pieces[0] ?? ''
  for (const [at, part] of parts.entries()) text += written(part) + (pieces[at + 1] ?? '')
  return { [markup]: text }
}

/** The finished text of a page. */
export function textOf(page: Html): string {
  return page[markup]
}

function written(part: Part): string {
  if (part === null || part === undefined || part === false) return ''
  if (typeof part === 'string') return escaped(part)
  if (typeof part === 'number') return String(part)
  return isMany(part) ? part.map(written).join('') : part[markup]
}

function isMany(part: Html | readonly Part[]): part is readonly Part[] {
  return Array.isArray(part)
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? '')
}
