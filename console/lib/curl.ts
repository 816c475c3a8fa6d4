type Request = { method: string; url: URL | string; headers: Readonly<Record<string, string>>; body?: string | null }

/** The `curl` command of a request. Headers in `variables` get a shell variable as their value. */
export function curlCommand(
  { method, url, headers, body }: Request,
  variables: Readonly<Record<string, string>> = {},
): string {
  const parts = [`curl -s -X ${method} ${shellQuote(String(url))}`]
  for (const [name, value] of Object.entries(headers)) {
    const variable = variables[name]
    parts.push(variable === undefined ? `-H ${shellQuote(`${name}: ${value}`)}` : `-H "${name}: ${variable}"`)
  }
  if (typeof body === 'string') parts.push(`--data-raw ${shellQuote(body)}`)
  return parts.join(' ')
}

function shellQuote(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`
}
