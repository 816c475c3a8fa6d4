import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { describe, test } from 'node:test'

const root = import.meta.dirname
const exclude = ['dist/**', 'node_modules/**', '.building-*/**']
const stylesheets = globSync('**/*.module.css', { cwd: root, exclude })
const components = globSync('**/*.tsx', { cwd: root, exclude })

/** The classes that components read from each CSS module, as `file.css: name`. */
const usedClasses = new Set(components.flatMap(classesUsedBy))
const declaredClasses = new Set(stylesheets.flatMap(classesDeclaredIn))

describe('CSS modules', () => {
  test('have unique file names, because class names in the page consist of file and class', () => {
    const names = stylesheets.map((file) => basename(file))
    assert.deepEqual(
      names.filter((name, index) => names.indexOf(name) !== index),
      [],
    )
  })

  test('declare every class that a component uses', () => {
    assert.ok(usedClasses.size > 100)
    assert.deepEqual([...usedClasses.difference(declaredClasses)], [])
  })

  test('declare no class that no component uses', () => {
    assert.deepEqual([...declaredClasses.difference(usedClasses)], [])
  })

  test('take colours, font sizes and radii from packages/styles/tokens.css', () => {
    const values = /#[0-9a-f]{3,8}\b|rgb\(|font-size: [\d.]+|border-radius: (?!50%)[\d.]+/g
    const literals = stylesheets.flatMap((file) =>
      [...read(file).matchAll(values)].map(([value]) => `${file}: ${value}`),
    )
    assert.deepEqual(literals, [])
  })

  test('rotate nothing with the orientation of the screen', () => {
    const rotated = /@media[^{]*orientation[^{]*\{(?:[^{}]|\{[^{}]*\})*rotate/
    assert.deepEqual(
      stylesheets.filter((file) => rotated.test(read(file))),
      [],
    )
  })
})

function classesUsedBy(component: string): string[] {
  const source = read(component)
  const imports = source.matchAll(/^import (\w+) from '([^']+\.module\.css)'$/gm)
  const code = source.replaceAll(/^import .*$/gm, '')
  return [...imports].flatMap(([, alias = '', file = '']) =>
    [...code.matchAll(new RegExp(String.raw`(?<![.\w])${alias}\.(\w+)`, 'g'))].map(
      ([, name]) => `${join(dirname(component), file)}: ${name}`,
    ),
  )
}

function classesDeclaredIn(stylesheet: string): string[] {
  const selectors = read(stylesheet)
    .replaceAll(/\/\*.*?\*\//gs, '')
    .replaceAll(/:global\([^)]*\)/g, '')
    .replaceAll(/\{[^{}]*\}/g, '{}')
  return [...selectors.matchAll(/\.([a-zA-Z]\w*)/g)].map(([, name]) => `${stylesheet}: ${name}`)
}

function read(file: string): string {
  return readFileSync(join(root, file), 'utf8')
}
