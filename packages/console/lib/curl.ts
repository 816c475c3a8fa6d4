type Request = { method: string; url: URL | string; headers: Readonly<Record<string, string>>; body?: string | null }

/** The `curl` command of a request on one line. Headers in `variables` get a shell variable as their value. */
export function curlCommand(request: Request, variables: Readonly<Record<string, string>> = {}): string {
  return curlParts(request, variables).join(' ')
}

/** The same to read: the address and each option on a line, and a JSON body formatted. */
export function curlLines({ body, ...request }: Request): string {
  return curlParts({ ...request, body: body ? formatJson(body) : null }, {}).join(' \\\n  ')
}

function curlParts({ method, url, headers, body }: Request, variables: Readonly<Record<string, string>>): string[] {
  const parts = [`curl -s -X ${method}`, shellQuote(String(url))]
  for (const [name, value] of Object.entries(headers)) {
    const variable = variables[name]
    parts.push(variable === undefined ? `-H ${shellQuote(`${name}: ${value}`)}` : `-H "${name}: ${variable}"`)
  }
  if (typeof body === 'string') parts.push(`--data-raw ${shellQuote(body)}`)
  return parts
}

/** Its lines are indented as those of the command. */
function formatJson(json: string): string {
  return JSON.stringify(JSON.parse(json), null, 2).replaceAll('\n', '\n  ')
}

function shellQuote(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`
}
