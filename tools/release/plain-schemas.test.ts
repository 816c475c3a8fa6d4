import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import { importedNames, usePlainSchemas, withPlainSchemas } from './plain-schemas.ts'

const typebox = (code: string) =>
  code.replaceAll(/^(?!import type ).*$/gm, (line) => line.replaceAll(/\bT(?=[A-Z])/g, "import('typebox').T"))
const plain = (type: string) => withPlainSchemas(typebox(type), './schema.js')

describe('withPlainSchemas', () => {
  for (const [type, value] of [
    ['TString', 'string'],
    ['TObject<{ name: TString; age: TOptional<TInteger>; }>', '{ name: string; age?: number }'],
    ['TObject<{}>', '{  }'],
    ["TArray<TUnion<[TEnum<['a', 'b;>']>, TNull]>>", "Array<(['a', 'b;>'])[number] | null>"],
    ['TObject<{ /** The id; a string. */ id: TLiteral<"}">; }>', '{ /** The id; a string. */ id: "}" }'],
    ['TUnsafe<{ [name: string]: () => void; }> & { readonly if?: TSchema; }', '{ [name: string]: () => void; }'],
  ] as const)
    test(`${type} has the values ${value}`, () => {
      assert.equal(
        plain(`export declare const one: ${type};\nexport declare const two: ${type};`),
        `export declare const one: import('./schema.js').Schema<${value}>;\nexport declare const two: import('./schema.js').Schema<${value}>;`,
      )
    })

  test('the schema of a type parameter has its values', () => {
    assert.equal(
      plain(
        "import type { Static, TSchema } from 'typebox';\nexport declare function nullable<T extends TSchema>(): TUnion<[T, TNull]>;",
      ).replaceAll("import('./schema.js').Schema<unknown>", 'Schema'),
      "import type { Schema, Static } from './schema.js'\nexport declare function nullable<T extends Schema>(): import('./schema.js').Schema<Static<T> | null>;",
    )
  })

  test('throws for a type that it does not know', () => {
    assert.throws(() => plain('TTuple<[]>'), /typebox\.TTuple has no plain type/)
    assert.throws(() => plain('TArray<typeof one>'), /values of this type are not known: typeof one/)
    assert.throws(() => plain("import type { TOptional } from 'typebox';"), /TOptional of typebox has no plain type/)
  })

  test('knows every type that the modules of the published declarations import by name', () => {
    for (const file of globSync('packages/{contract,sdk}/**/*.ts', { exclude: ['**/node_modules', '**/type.ts'] })) {
      const [, names = 'Static'] = /^import type \{([^}]*)\} from 'typebox'/m.exec(readFileSync(file, 'utf8')) ?? []
      for (const name of names.split(',')) assert.ok(importedNames.has(name.trim()), `${file}: ${name}`)
    }
  })
})

test('usePlainSchemas adds the module of the schemas where one is used, and no import of typebox', () => {
  const other = { path: 'packages/sdk/bytes.d.ts', code: 'export {}', imports: { files: [], packages: [] } }
  const module = {
    path: 'packages/contract/open/user.d.ts',
    code: typebox('export declare const me: TString'),
    imports: { files: [], packages: ['typebox'] },
  }
  assert.deepEqual(usePlainSchemas([other]), [other])
  const [first, second, schemas] = usePlainSchemas([other, module])
  assert.equal(first, other)
  assert.deepEqual(second, {
    ...module,
    code: "export declare const me: import('../schema.js').Schema<string>",
    imports: { files: [], packages: [] },
  })
  assert.equal(schemas!.path, 'packages/contract/schema.d.ts')
})
