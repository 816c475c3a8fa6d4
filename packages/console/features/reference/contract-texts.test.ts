import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { limits, webhooks, type Endpoint } from '@onair/contract'
import { openGroups, sandboxGroups } from '@onair/contract/groups'
import { describeType, type JsonSchema } from '@onair/contract/reference/describe-schema'
import { schemaRows, withoutNested } from '@onair/contract/reference/schema-rows'
import { sessionMessages } from '@onair/contract/reference/session-messages'
import { translateField } from '../../locales/contract-texts.ts'
import { reference as korean } from '../../locales/ko/reference.ts'

const translations = { ko: korean.contract }

/** A row that the reference shows. */
type Field = { owner: string; path: string; descriptions: string[]; groupsFields: boolean }

const operations = [...operationsOf('', openGroups), ...operationsOf('sandbox.', sandboxGroups)]
const requestFields = operations.flatMap(({ id, endpoint: { pathParams, query, parameters, body } }) =>
  [pathParams, query, parameters, body].flatMap((schema) => fieldsOf(id, schema ?? {})),
)
/** The texts that a client reads: the content of responses, messages of sessions and notifications. */
const receivedFields = [
  ...operations.flatMap(({ id, endpoint }) => fieldsOf(id, endpoint.content)),
  ...Object.entries(sessionMessages).flatMap(([name, { payload }]) => fieldsOf(name, payload)),
  ...Object.entries(webhooks).flatMap(([name, { headers, body }]) => [
    ...fieldsOf(name, headers),
    ...fieldsOf(name, body),
  ]),
]
const described = [...requestFields, ...receivedFields].filter(({ descriptions }) => descriptions.length > 0)

function operationsOf(prefix: string, groups: Readonly<Record<string, Readonly<Record<string, Endpoint>>>>) {
  return Object.entries(groups).flatMap(([group, endpoints]) =>
    Object.entries(endpoints).map(([name, endpoint]) => ({ id: `${prefix}${group.toLowerCase()}.${name}`, endpoint })),
  )
}

function fieldsOf(owner: string, schema: JsonSchema): Field[] {
  return schemaRows(schema).map(({ path, schema: field }) => ({
    owner,
    path,
    descriptions: descriptionsIn(withoutNested(field)),
    groupsFields: schemaRows(field).length > 0,
  }))
}

/** A description replaces those of the values below it. */
function descriptionsIn(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return []
  const { description } = schema as { description?: unknown }
  return typeof description === 'string' ? [description] : Object.values(schema).flatMap(descriptionsIn)
}

function nameOf(path: string): string {
  return path.split('.').at(-1) ?? path
}

/** They only group the fields below them, which are described. */
const groupNames = new Set('data page profile message event subscription method requests rules details'.split(' '))

test('every field that a client receives has a description', () => {
  assert.ok(receivedFields.length > 200)
  const missing = receivedFields.filter(
    ({ path, descriptions, groupsFields }) =>
      descriptions.length === 0 && !(groupsFields && groupNames.has(nameOf(path))),
  )
  assert.deepEqual(
    missing.map(({ owner, path }) => `${owner} ${path}`),
    [],
  )
})

test('a type is described with its limits and its default in Korean', () => {
  const size = { type: 'integer', minimum: 0, default: 0 }
  assert.equal(describeType(size, korean.contract?.schema), '정수 · 최소 0 · 기본값 0')
  const names = { type: 'array', items: { type: 'string', minLength: 1, maxLength: 20 }, maxItems: 5 }
  assert.equal(describeType(names, korean.contract?.schema), '배열(문자열 · 1~20자) · 최대 5개')
})

for (const [language, contract] of Object.entries(translations))
  describe(`contract texts in ${language}`, () => {
    assert.ok(contract)

    test('every description of a field has a translation', () => {
      const missing = described.filter(({ owner, path }) => translateField(contract, owner, path) === undefined)
      assert.deepEqual(missing, [])
    })

    test('a field has one description, so its translation is unambiguous', () => {
      assert.deepEqual(
        described.filter(({ descriptions }) => descriptions.length > 1),
        [],
      )
    })

    test('a translation for several fields translates one description', () => {
      const { '*': shared = {}, ...own } = contract.fields
      const descriptionsByKey = Map.groupBy(
        described.filter(({ owner, path }) => own[owner]?.[path] === undefined),
        ({ path }) => (path in shared ? path : nameOf(path)),
      )
      const ambiguous = [...descriptionsByKey]
        .map(([key, fields]) => [key, ...new Set(fields.flatMap(({ descriptions }) => descriptions))])
        .filter(({ length }) => length > 2)
      assert.deepEqual(ambiguous, [])
    })

    test('the advice about a wrong secret names the length that secrets have', () => {
      const advice = contract.signatureMistakes['wrong secret']
      const finding = { mistake: 'wrong secret', advice: '', length: 12 } as const
      const text = typeof advice === 'function' ? advice(finding) : advice
      assert.match(text, new RegExp(`\\D${limits.credentialLength}\\D.*\\D12\\D`))
    })

    test('a text of several sentences ends with a period, and a single sentence does not', () => {
      const { summaries, fields, errorNotes } = contract
      const texts = [summaries, ...Object.values(fields), ...Object.values(errorNotes)].flatMap(Object.values<string>)
      assert.ok(texts.length > 500, String(texts.length))
      assert.deepEqual(
        texts.filter((text) => /\. \S/.test(text) !== text.endsWith('.')),
        [],
      )
    })

    test('every translation belongs to a description', () => {
      const unused = Object.entries(contract.fields).flatMap(([owner, texts]) =>
        Object.keys(texts)
          .filter(
            (path) =>
              !described.some((field) =>
                owner === '*'
                  ? field.path === path || nameOf(field.path) === path
                  : field.owner === owner && field.path === path,
              ),
          )
          .map((path) => `${owner} ${path}`),
      )
      assert.deepEqual(unused, [])
    })
  })
