import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { limits, webhooks, type Endpoint } from '@onair/contract'
import { openGroups, sandboxGroups } from '@onair/contract/groups'
import type { JsonSchema } from '@onair/tools/describe-schema'
import { sessionMessages } from '@onair/tools/session-messages'
import { translateField } from '../../locales/contract-texts.ts'
import { reference as korean } from '../../locales/ko/reference.ts'
import { schemaRows, withoutNested } from './schema-rows.ts'

const translations = { ko: korean.contract }

type Described = { owner: string; path: string; descriptions: string[] }

const described: Described[] = [
  ...endpointsOf('', openGroups),
  ...endpointsOf('sandbox.', sandboxGroups),
  ...Object.entries(sessionMessages).flatMap(([name, { payload }]) => fieldsOf(name, payload)),
  ...Object.entries(webhooks).flatMap(([name, { headers, body }]) => [
    ...fieldsOf(name, headers),
    ...fieldsOf(name, body),
  ]),
].filter(({ descriptions }) => descriptions.length > 0)

function endpointsOf(prefix: string, groups: Readonly<Record<string, Readonly<Record<string, Endpoint>>>>) {
  return Object.entries(groups).flatMap(([group, operations]) =>
    Object.entries(operations).flatMap(([name, { pathParams, query, parameters, body, content }]) =>
      [pathParams, query, parameters, body, content].flatMap((schema) =>
        fieldsOf(`${prefix}${group.toLowerCase()}.${name}`, schema ?? {}),
      ),
    ),
  )
}

/** The descriptions of each row that the reference shows. */
function fieldsOf(owner: string, schema: JsonSchema): Described[] {
  const rows = schemaRows(schema)
  if (rows.length === 0) return [{ owner, path: '', descriptions: descriptionsIn(schema) }]
  return rows.map(({ path, schema: field }) => ({ owner, path, descriptions: descriptionsIn(withoutNested(field)) }))
}

function descriptionsIn(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return []
  const { description } = schema as { description?: unknown }
  return [...(typeof description === 'string' ? [description] : []), ...Object.values(schema).flatMap(descriptionsIn)]
}

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

    test('the advice about a wrong secret names the length that secrets have', () => {
      assert.match(contract.signatureMistakes['wrong secret'], new RegExp(`\\D${limits.credentialLength}\\D`))
    })

    test('every translation belongs to a description', () => {
      const unused = Object.entries(contract.fields).flatMap(([owner, texts]) =>
        Object.keys(texts)
          .filter(
            (path) =>
              !described.some((field) =>
                owner === '*' ? field.path.split('.').at(-1) === path : field.owner === owner && field.path === path,
              ),
          )
          .map((path) => `${owner} ${path}`),
      )
      assert.deepEqual(unused, [])
    })
  })
