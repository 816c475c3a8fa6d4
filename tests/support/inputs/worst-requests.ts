import type { Callers, WorstRequest } from './worst-callers.ts'
import type { RecordedRoute } from './recorded-routes.ts'
import { sampleOf, type Schema } from './schema-samples.ts'
import { distinctNames, encodeFormText, worstTexts } from './worst-texts.ts'

type Inputs = (route: RecordedRoute, callers: Callers) => AsyncGenerator<WorstRequest>

/** Node refuses a head of more than 16 KB. */
const headBytes = 14_000
const defaultBodyBytes = 64 * 1024
/** Larger bodies are copies of all data, which only a developer sends, and pictures. */
const mostBodyBytes = 1_000_000
const maxParamLength = 200
const json = { 'content-type': 'application/json' }
const form = { 'content-type': 'application/x-www-form-urlencoded' }

export const worstPaths: Inputs = async function* ({ url }) {
  const length = url.includes('*') ? headBytes : url.includes(':') ? maxParamLength : 0
  if (length === 0) return
  for (const [name, text] of Object.entries(worstTexts))
    yield { name: `path of ${name}`, pathParam: encoded(text, length).replaceAll('%2F', url.includes('*') ? '/' : '') }
}

export const worstQueries: Inputs = async function* (route, callers) {
  const { endpoint } = route
  const schemas = { ...endpoint?.query?.properties, ...endpoint?.parameters?.properties }
  const names = endpoint === undefined ? (await callers.namesRead(route)).query : Object.keys(schemas)
  const others = (name: string) => queryOf(samplesOf(endpoint?.query ?? endpoint?.parameters, callers, name))
  for (const name of names)
    for (const [kind, text] of textsFor(schemas[name]))
      yield { name: `${name} of ${kind}`, query: `${name}=${encoded(text, headBytes - 500)}&${others(name)}` }
  for (const name of names)
    for (const part of [`${name}=a&`, `${name}[0]=a&`, `${name}[]=a&`, `${name}.a=a&`])
      yield { name: `repeated ${part}`, query: part.repeat(headBytes / part.length) }
  yield { name: 'query of distinct names', query: distinctNames(headBytes, '&') }
  for (const part of ['&', '=', '%', '%ff', '+', '?', '[', ';'])
    yield { name: `query of ${part}`, query: part.repeat(headBytes / part.length) }
}

export const worstBodies: Inputs = async function* (route, callers) {
  const { endpoint, method, bodyLimit } = route
  const schema = endpoint?.body ?? endpoint?.parameters
  if (method === 'GET' && schema === undefined) return
  const bytes = Math.min(bodyLimit ?? defaultBodyBytes, mostBodyBytes) - 1_000
  if (schema !== undefined) yield* worstFields(schema, callers, bytes)
  else for (const name of (await callers.namesRead(route)).form) yield* worstFormField(name, bytes)
  yield { name: 'JSON of distinct names', headers: json, body: `{"${distinctNames(bytes / 2, '":0,"')}":0}` }
  for (const [open, close] of [
    ['[', ']'],
    ['{"a":', '}'],
  ] as const) {
    const depth = Math.floor(bytes / (open.length + close.length))
    const body = `{"a":${open.repeat(depth)}0${close.repeat(depth)}}`
    yield { name: `JSON of nested ${open}`, headers: json, body }
  }
  yield { name: 'JSON of one number', headers: json, body: '1'.repeat(bytes) }
  if (callers.requiresJson(route)) return
  yield { name: 'form of distinct names', headers: form, body: distinctNames(bytes, '&') }
  for (const part of ['&', '=', '%', '%ff', '+', 'a=a&', '[', ';'])
    yield { name: `form of ${part}`, headers: form, body: part.repeat(bytes / part.length) }
}

/** Every header that the route reads, once for the routes that read it alike. */
export const worstHeaders: Inputs = async function* (route, callers) {
  for (const header of await callers.newHeadersRead(route))
    for (const [kind, text] of Object.entries(worstTexts)) {
      const value = Buffer.from(text(headBytes)).subarray(0, headBytes).toString('latin1')
      yield { name: `${header} of ${kind}`, headers: { [header]: value.replaceAll(/[^\x21-\x7e\xa0-\xff]/g, ' ') } }
    }
}

function* worstFields(schema: Schema, callers: Callers, bytes: number): Generator<WorstRequest> {
  const bodyOf = (name: string, value: unknown) =>
    JSON.stringify({ ...samplesOf(schema, callers, name), [name]: value })
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    for (const [kind, text] of textsFor(property))
      yield { name: `${name} of ${kind}`, headers: json, body: bodyOf(name, fitted(text, bytes)) }
    if (property.type !== 'array' || property.items === undefined) continue
    const item = sampleOf(name, property.items, callers)
    const count = Math.floor(bytes / (JSON.stringify(item).length + 1))
    yield { name: `${name} of many items`, headers: json, body: bodyOf(name, Array(count).fill(item)) }
    for (const [kind, text] of textsFor(property.items))
      yield { name: `${name} of one item of ${kind}`, headers: json, body: bodyOf(name, [fitted(text, bytes)]) }
  }
}

function* worstFormField(name: string, bytes: number): Generator<WorstRequest> {
  for (const [kind, text] of Object.entries(worstTexts))
    yield { name: `field ${name} of ${kind}`, fields: { [name]: cut(text, bytes, sizeInForm) } }
}

/** All texts, or three for a value that the schema refuses by its type, its length or a pattern before code reads it. */
function textsFor(schema: Schema = { type: 'string' }) {
  const { type, maxLength = Infinity, pattern } = schema
  const isRefused = type !== 'string' || maxLength <= 2_000 || pattern !== undefined
  const texts = Object.entries(worstTexts)
  return isRefused ? texts.filter(([kind]) => /^(spaces with an end|quotes|marks out of order)$/.test(kind)) : texts
}

function sizeInForm(text: string): number {
  return Buffer.byteLength(encodeFormText(text))
}

/** Valid values of the required fields but one. */
function samplesOf(schema: Schema | undefined, callers: Callers, without: string): Record<string, unknown> {
  const names = (schema?.required ?? []).filter((name) => name !== without)
  return Object.fromEntries(names.map((name) => [name, sampleOf(name, schema?.properties?.[name] ?? {}, callers)]))
}

function queryOf(values: Record<string, unknown>): string {
  const texts = Object.entries(values).map(([name, value]) => [name, String(value)] as const)
  return new URLSearchParams(Object.fromEntries(texts)).toString()
}

/** As much of a text as has this length when it is encoded for a URL or a form. */
function encoded(text: (length: number) => string, length: number): string {
  return encodeURIComponent(cut(text, length, (part) => encodeURIComponent(part).length))
}

/** As much of a text as has this many bytes in JSON. */
function fitted(text: (length: number) => string, bytes: number): string {
  return cut(text, bytes, (part) => Buffer.byteLength(JSON.stringify(part)))
}

function cut(text: (length: number) => string, size: number, sizeOf: (part: string) => number): string {
  const sample = 1_000
  const length = Math.floor((size / sizeOf(text(sample))) * sample)
  return text(length).replace(/[\ud800-\udbff]$/, '')
}
