type Request = { method: string; url: URL | string; headers: Readonly<Record<string, string>>; body?: string | null }

/** The same request from a terminal. */
export function curlOf({ method, url, headers, body }: Request): string {
  const parts = [`curl -s -X ${method} ${quoted(String(url))}`]
  for (const [name, value] of Object.entries(headers)) parts.push(`-H ${quoted(`${name}: ${value}`)}`)
  if (typeof body === 'string') parts.push(`-d ${quoted(body)}`)
  return parts.join(' ')
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`
}
