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

/*
 * Endpoints of the contract are read by shared code, and their handlers get only fields that their schema allows. So an
 * input that this code refuses or ignores is sent to the first of the endpoints that read it alike: `callers.isFirst`. So are
 * the fields that the pipeline of pages reads for all of them.
 */

const fieldsOfAllPages = ['csrf', 'lang', 'theme']

export const worstPaths: Inputs = async function* (route, callers) {
  const { endpoint, url } = route
  const length = url.includes('*') ? headBytes : url.includes(':') ? maxParamLength : 0
  if (length === 0) return
  const schemas = Object.values(endpoint?.pathParams?.properties ?? {}) as Schema[]
  const isAllowed = ({ maxLength = Infinity, pattern = '' }: Schema) =>
    maxLength >= length && Object.values(worstTexts).some((text) => new RegExp(pattern, 'u').test(text(length)))
  const isRefused = schemas.length > 0 && !schemas.some(isAllowed)
  if (isRefused && !callers.isFirst(route, `path ${schemas.map(readingOf).join()}`)) return
  for (const [name, text] of Object.entries(worstTexts))
    yield { name: `path of ${name}`, pathParam: encoded(text, length).replaceAll('%2F', url.includes('*') ? '/' : '') }
}

export const worstQueries: Inputs = async function* (route, callers) {
  const { endpoint, isPage } = route
  const schemas = { ...endpoint?.query?.properties, ...endpoint?.parameters?.properties } as Record<string, Schema>
  const read = endpoint === undefined ? (await callers.namesRead(route)).query : Object.keys(schemas)
  const isFirst = (name: string) => !fieldsOfAllPages.includes(name) || callers.isFirst(route, name)
  const names = isPage ? read.filter(isFirst) : read
  const others = (name: string) => queryOf(samplesOf(endpoint?.query ?? endpoint?.parameters, callers, name))
  for (const name of names)
    for (const [kind, text] of textsFor(schemas[name], 'query', route, callers))
      yield { name: `${name} of ${kind}`, query: `${name}=${encoded(text, headBytes - 500)}&${others(name)}` }
  for (const name of names) {
    const schema = schemas[name]
    // A list may reach the handler, and so may an alternative of a schema without a type.
    const mayBeList = schema?.type === undefined || schema.type === 'array'
    if (!mayBeList && !callers.isFirst(route, `repeated ${readingOf(schema)}`)) continue
    for (const part of [`${name}=a&`, `${name}[0]=a&`, `${name}[]=a&`, `${name}.a=a&`])
      yield { name: `repeated ${part}`, query: part.repeat(headBytes / part.length) }
  }
  if (endpoint !== undefined && !callers.isFirst(route, `query ${endpoint.query !== undefined}`)) return
  yield { name: 'query of distinct names', query: distinctNames(headBytes, '&') }
  for (const part of ['&', '=', '%', '%ff', '+', '?', '[', ';'])
    yield { name: `query of ${part}`, query: part.repeat(headBytes / part.length) }
}

export const worstBodies: Inputs = async function* (route, callers) {
  const { endpoint, method, bodyLimit, isPage } = route
  const schema = endpoint?.body ?? endpoint?.parameters
  if (method === 'GET' && schema === undefined) return
  const bytes = Math.min(bodyLimit ?? defaultBodyBytes, mostBodyBytes) - 1_000
  if (schema !== undefined) yield* worstFields(schema, route, callers, bytes)
  else
    for (const name of (await callers.namesRead(route)).form)
      if (!isPage || !fieldsOfAllPages.includes(name) || callers.isFirst(route, name))
        yield* worstFormField(name, bytes)
  if (endpoint !== undefined && !callers.isFirst(route, `body ${schema !== undefined} ${bytes}`)) return
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

function* worstFields(schema: Schema, route: RecordedRoute, callers: Callers, bytes: number): Generator<WorstRequest> {
  const bodyOf = (name: string, value: unknown) =>
    JSON.stringify({ ...samplesOf(schema, callers, name), [name]: value })
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    for (const [kind, text] of textsFor(property, 'field', route, callers))
      yield { name: `${name} of ${kind}`, headers: json, body: bodyOf(name, fitted(text, bytes)) }
    if (property.type !== 'array' || property.items === undefined) continue
    const item = sampleOf(name, property.items, callers)
    const count = Math.floor(bytes / (JSON.stringify(item).length + 1))
    yield { name: `${name} of many items`, headers: json, body: bodyOf(name, Array(count).fill(item)) }
    for (const [kind, text] of textsFor(property.items, 'item', route, callers))
      yield { name: `${name} of one item of ${kind}`, headers: json, body: bodyOf(name, [fitted(text, bytes)]) }
  }
}

function* worstFormField(name: string, bytes: number): Generator<WorstRequest> {
  for (const [kind, text] of Object.entries(worstTexts))
    yield { name: `field ${name} of ${kind}`, fields: { [name]: cut(text, bytes, sizeInForm) } }
}

/** All texts, or three for a value that the schema refuses by its type, its length or a pattern before code reads it. */
function textsFor(schema: Schema = { type: 'string' }, place: string, route: RecordedRoute, callers: Callers) {
  const { type, maxLength = Infinity, pattern } = schema
  const isRefused = type !== 'string' || maxLength <= 2_000 || pattern !== undefined
  const texts = Object.entries(worstTexts)
  // A schema without a type has alternatives, of which the handler reads one.
  if (isRefused && type !== undefined && !callers.isFirst(route, `${place} ${readingOf(schema)}`)) return []
  return isRefused ? texts.filter(([kind]) => /^(spaces with an end|quotes|marks out of order)$/.test(kind)) : texts
}

/** The part of a schema by which shared code reads a value. */
function readingOf(schema: Schema): string {
  return JSON.stringify(schema, (key, value: unknown) => (key === 'description' ? undefined : value))
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
