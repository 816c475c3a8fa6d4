import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { parseSync, Visitor, type CallExpression, type NewExpression } from 'oxc-parser'
import { analyse } from 'scslre'

type Pattern = { source: string; flags: string; place: string }

const files = globSync('{packages,examples}/**/*.{ts,tsx,js,mjs}', {
  exclude: (path) => /(^|\/)(node_modules|dist|test)(\/|$)|\.test\.tsx?$|test-helpers\.ts$/.test(path),
})

/** Expressions that are built in a function, and why their input is short. */
const builtInFunctions: Readonly<Record<string, string>> = {
  'packages/server/shared/naming/script-rules.ts': 'matches one character',
}

/** The time of a match that starts at many places, or has many ways to fail, grows with the square of the text. */
function superLinear({ source, flags, place }: Pattern): string[] {
  const { reports } = analyse({ source, flags })
  return reports.length === 0 ? [] : [`${place} /${source}/${flags}`]
}

function isSlow(source: string): boolean {
  return superLinear({ source, flags: '', place: '' }).length > 0
}

describe('regular expressions', () => {
  const { literals, built } = findPatterns()

  test('match in time proportional to the text', () => {
    assert.ok(literals.length > 300, 'too few expressions were found')
    assert.deepEqual(literals.flatMap(superLinear), [])
  })

  test('match in proportional time too where they are built from parts when a module loads', async () => {
    const loaded = await recordBuilt(built.filter((file) => !(file in builtInFunctions)))
    assert.deepEqual(loaded.flatMap(superLinear), [])
    assert.deepEqual(
      built.filter((file) => !(file in builtInFunctions) && !loaded.some(({ place }) => place === file)),
      [],
      'expressions that are built in a function cannot be checked: write a literal, or say why the input is short',
    )
    assert.deepEqual(
      Object.keys(builtInFunctions).filter((file) => !built.includes(file)),
      [],
      'unused exceptions',
    )
  })

  test('are judged as matching engines behave', () => {
    assert.deepEqual(['=+$', '^(a+)+$', String.raw`^\S+\.\S+$`].map(isSlow), [true, true, true])
    assert.deepEqual(['^=+$', '^a+$', String.raw`^[^\s.]+\.\S+$`].map(isSlow), [false, false, false])
  })
})

/** The expressions of the sources with the patterns of schemas, and the files that build others. */
function findPatterns(): { literals: Pattern[]; built: string[] } {
  const literals: Pattern[] = []
  const built = new Set<string>()
  for (const file of files) {
    const text = readFileSync(file, 'utf8')
    const findBuilt = ({ callee }: NewExpression | CallExpression) => {
      if (callee.type === 'Identifier' && callee.name === 'RegExp') built.add(file)
    }
    const placeOf = (start: number) => `${file}:${text.slice(0, start).split('\n').length}`
    new Visitor({
      Literal(node) {
        if (!('regex' in node)) return
        const { pattern, flags } = node.regex
        literals.push({ source: pattern, flags, place: placeOf(node.start) })
      },
      Property({ key, value, start }) {
        if (key.type !== 'Identifier' || key.name !== 'pattern' || value.type !== 'Literal') return
        if (typeof value.value === 'string') literals.push({ source: value.value, flags: 'u', place: placeOf(start) })
      },
      NewExpression: findBuilt,
      CallExpression: findBuilt,
    }).visit(parseSync(file, text).program)
  }
  return { literals, built: [...built] }
}

/** Loads modules, and returns the regular expressions that they build while they load. */
async function recordBuilt(modules: readonly string[]): Promise<Pattern[]> {
  const patterns: Pattern[] = []
  const { RegExp: ownRegExp } = globalThis
  globalThis.RegExp = new Proxy(ownRegExp, {
    construct(target, parameters: [string, string?]) {
      const pattern = new target(...parameters)
      const stack = new Error().stack ?? ''
      const place = modules.find((file) => stack.includes(file))
      if (place !== undefined) patterns.push({ source: pattern.source, flags: pattern.flags, place })
      return pattern
    },
  })
  try {
    // Other tests of this process may have loaded the modules before.
    for (const file of modules) await import(`${pathToFileURL(file).href}?built`)
  } finally {
    globalThis.RegExp = ownRegExp
  }
  return patterns
}
