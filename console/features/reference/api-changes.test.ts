import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import { apiChanges } from './api-changes.ts'

describe('apiChanges', () => {
  test('takes the changes of the Open API by version, without links and emphasis', () => {
    const changelog = [
      '# Changelog',
      '## 0.2.0',
      '### Packages',
      '- other',
      '### Open API',
      '',
      '- `GET /a` has [a field](docs/a.md).',
      '- _Why not?_ says more.',
      '## 0.1.1',
      '### Pages',
      '- other',
      '## 0.1.0',
      '### Open API',
      '- first',
    ].join('\n')
    assert.deepEqual(apiChanges(changelog), [
      { version: '0.2.0', changes: ['`GET /a` has a field.', 'Why not? says more.'] },
      { version: '0.1.0', changes: ['first'] },
    ])
  })

  test('finds changes in the changelog of this repository', () => {
    const changelog = readFileSync(new URL('../../../CHANGELOG.md', import.meta.url), 'utf8')
    assert.ok((apiChanges(changelog)[0]?.changes.length ?? 0) > 10)
  })
})
