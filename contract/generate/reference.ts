import type { TObject, TSchema } from 'typebox'
import type { Endpoint } from '../endpoint.ts'
import { errors } from '../errors.ts'
import { failuresOf, isRequired } from './operation-facts.ts'

type Groups = Record<string, Record<string, Endpoint>>

/** The operations as a page for people, with a call to copy for each. */
export function reference(title: string, introduction: string, groups: Groups): string {
  const parts = Object.entries(groups).map(([name, group]) =>
    [`## ${name}`, ...Object.values(group).map(section)].join('\n\n'),
  )
  return `${[`# ${title}`, introduction, ...parts].join('\n\n')}\n`
}

function section(endpoint: Endpoint): string {
  const { auth, method, path, summary, aliases, inPath, query, parameters, body, content } = endpoint
  return [
    `### ${method} ${path}`,
    `${summary}. ${whoMayCall(endpoint)}${aliases ? ` Also at ${aliases.map((alias) => `\`${alias}\``).join(', ')}.` : ''}`,
    table('In the path', inPath),
    table('Query', query),
    table('Parameters (query, JSON body or form body)', parameters),
    table(auth.kind === 'session' ? 'Body (JSON)' : 'Body (JSON or form)', body),
    answer(content),
    `Refusals: ${failuresOf(endpoint)
      .map((failure) => `${errors[failure].status} \`${errors[failure].message}\``)
      .join(', ')}.`,
    `\`\`\`sh\n${curl(endpoint)}\n\`\`\``,
  ]
    .filter((part) => part !== '')
    .join('\n\n')
}

function whoMayCall({ auth }: Endpoint): string {
  if (auth.kind === 'session') return 'The person who is signed in.'
  if (auth.kind === 'none') return 'No credentials in the headers.'
  const kind = auth.kind === 'token' ? 'Access token of a user' : 'Credentials of the application'
  return auth.scope === null ? `${kind}; no scope.` : `${kind}; scope \`${auth.scope}\`.`
}

function table(title: string, schema: TObject | undefined): string {
  if (schema === undefined) return ''
  const rows = Object.entries(schema.properties).map(
    ([name, property]) => `| \`${name}\` | ${isRequired(schema, name) ? 'yes' : 'no'} | ${typeWords(property)} |`,
  )
  return [`${title}:`, '', '| Name | Required | Value |', '|---|---|---|', ...rows].join('\n')
}

function answer(content: TSchema): string {
  const words = typeWords(content)
  return words === 'null' ? '`content` is null.' : `\`content\`: ${words}.`
}

type Json = {
  type?: string
  enum?: unknown[]
  const?: unknown
  anyOf?: Json[]
  items?: Json
  properties?: Record<string, Json>
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  maxItems?: number
  default?: unknown
  description?: string
}

function typeWords(schema: TSchema): string {
  return words(schema)
}

function words(schema: Json): string {
  const { type, enum: allowed, const: only, anyOf, items, properties, description } = schema
  const say = (text: string) => [text, limitsOf(schema), description ?? ''].filter((part) => part !== '').join('; ')
  if (allowed) return say(allowed.map((value) => `\`${String(value)}\``).join(', '))
  if (only !== undefined) return say(`\`${JSON.stringify(only)}\``)
  if (anyOf) return say(anyOf.map(words).join(' or '))
  if (items) return say(`list of ${words(items)}`)
  if (properties)
    return say(
      `{ ${Object.entries(properties)
        .map(([name, property]) => `${name}: ${words(property)}`)
        .join(', ')} }`,
    )
  return say(type ?? 'any')
}

function limitsOf({ minimum, maximum, minLength, maxLength, maxItems, ...rest }: Json): string {
  const parts: string[] = []
  if (minimum !== undefined || maximum !== undefined) parts.push(between(minimum, maximum, ''))
  if (minLength !== undefined || maxLength !== undefined) parts.push(between(minLength, maxLength, ' characters'))
  if (maxItems !== undefined) parts.push(`at most ${maxItems}`)
  if (rest.default !== undefined) parts.push(`default ${JSON.stringify(rest.default)}`)
  return parts.join('; ')
}

function between(least: number | undefined, most: number | undefined, unit: string): string {
  if (least === undefined) return `at most ${most}${unit}`
  return most === undefined ? `at least ${least}${unit}` : `${least} to ${most}${unit}`
}

/** A call to copy; `$BASE`, `$TOKEN`, `$CLIENT_ID`, `$CLIENT_SECRET` and `$COOKIE` are the reader's. */
function curl({ method, path, auth, query, parameters, body }: Endpoint): string {
  const asked = [...examples(query), ...examples(parameters)].map(
    ([name, value]) => `${name}=${encodeURIComponent(String(value))}`,
  )
  const lines = [`curl -s -X ${method} "$BASE${path}${asked.length > 0 ? `?${asked.join('&')}` : ''}"`]
  if (auth.kind === 'token') lines.push('-H "Authorization: Bearer $TOKEN"')
  if (auth.kind === 'client') lines.push('-H "Client-Id: $CLIENT_ID" -H "Client-Secret: $CLIENT_SECRET"')
  if (auth.kind === 'session') lines.push('-H "Cookie: $COOKIE"')
  if (auth.kind === 'session' && method !== 'GET' && !body) lines.push("-H 'Content-Type: application/json'")
  if (body) lines.push(`-H 'Content-Type: application/json' -d '${JSON.stringify(Object.fromEntries(examples(body)))}'`)
  return lines.join(' \\\n  ')
}

/** A value that fits for each required field. */
function examples(schema: TObject | undefined): [string, unknown][] {
  return Object.entries(schema?.properties ?? {})
    .filter(([name]) => isRequired(schema, name))
    .map(([name, property]) => [name, exampleOf(property as Json, name)])
}

function exampleOf({ type, enum: allowed, const: only, minimum, items }: Json, name: string): unknown {
  if (allowed) return allowed[0]
  if (only !== undefined) return only
  if (type === 'integer') return minimum ?? 0
  if (type === 'boolean') return true
  if (type === 'array') return items ? [exampleOf(items, name)] : []
  return `<${name}>`
}
