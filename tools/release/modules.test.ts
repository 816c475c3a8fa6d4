import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { releaseNotes } from './changelog.ts'
import { releaseManifest } from './manifest.ts'
import { emitModules, rewriteImports } from './modules.ts'
import { releasePackages, type Manifest } from './packages.ts'

describe('rewriteImports', () => {
  test('names emitted files, contained workspaces by their path, and published packages', () => {
    const code = `import fs from 'node:fs'
import { a } from './http.ts'
import {
  b,
} from '@onair/contract'
export * from '@onair/contract/groups'
const { c } = await import('../contract/limits.ts')
const command = require.resolve('@onair/cli/command')
import { Type } from 'typebox/compile'
import '@scope/name'
`
    const { code: rewritten, imports } = rewriteImports(code, 'packages/sdk/listen.ts', [
      'packages/sdk',
      'packages/contract',
    ])
    assert.equal(
      rewritten,
      `import fs from 'node:fs'
import { a } from './http.js'
import {
  b,
} from '../contract/index.js'
export * from '../contract/groups.js'
const { c } = await import('../contract/limits.js')
const command = require.resolve('onair/command')
import { Type } from 'typebox/compile'
import '@scope/name'
`,
    )
    assert.deepEqual(imports, {
      files: [
        'packages/sdk/http.ts',
        'packages/contract/index.ts',
        'packages/contract/groups.ts',
        'packages/contract/limits.ts',
      ],
      packages: ['onair', 'typebox', '@scope/name'],
    })
  })

  test('throws for a file that does not exist', () => {
    assert.throws(
      () => rewriteImports(`import './missing.ts'\n`, 'packages/sdk/http.ts', ['sdk']),
      new Error('packages/sdk/http.ts imports ./missing.ts, which does not exist.'),
    )
  })
})

describe('releaseManifest', () => {
  for (const releasePackage of releasePackages)
    test(`${releasePackage.name} has the exact versions of what it imports, no scripts and no Node`, () => {
      const { entries, contains } = releasePackage
      const imported = emitModules(entries, contains).flatMap(({ imports }) => imports.packages)
      const manifest = releaseManifest(releasePackage, new Set(imported)) as Manifest & Record<string, unknown>
      const { dependencies = {}, optionalDependencies = {} } = manifest
      assert.deepEqual(Object.keys(dependencies), [...new Set(imported)].toSorted())
      for (const [name, version] of Object.entries({ ...dependencies, ...optionalDependencies })) {
        assert.match(version, /^\d+\.\d+\.\d+(-[\w.]+)?$/, name)
        assert.doesNotMatch(name, /^node-(darwin|linux)-/)
      }
      for (const field of ['scripts', 'workspaces', 'private', 'devDependencies'])
        assert.ok(!(field in manifest), field)
    })
})

test('releaseNotes returns the section of the version and the lines of the changesets', () => {
  const changelog = '# Changelog\n\n## 0.2.0\n\nThe second.\n\n- second\n\n## 0.1.0\n\n- first\n'
  assert.equal(releaseNotes(changelog, '0.2.0', []), 'The second.\n\n- second\n')
  assert.equal(releaseNotes(changelog, '0.1.0', ['next\n', 'last\n']), '- first\n\n- next\n- last\n')
  assert.equal(releaseNotes(changelog, '0.3.0', ['next\n']), '- next\n')
  assert.throws(() => releaseNotes(changelog, '0.3.0', []), /0\.3\.0 has no section/)
})
