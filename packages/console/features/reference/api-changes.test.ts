import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import { apiChanges } from './api-changes.ts'

describe('apiChanges', () => {
  test('returns the changes of each version', () => {
    const page = [
      '# Changes',
      '- **Added**, No version: other',
      '## Unreleased',
      '',
      '- **Added**, Chat: `GET /a` has a field.',
      '- **Fixed**, Drops: other',
      '## 0.1.0',
      '- **제거**, Live settings: first: last',
    ].join('\n')
    assert.deepEqual(apiChanges(page), [
      {
        version: 'Unreleased',
        changes: [
          { kind: 'added', topic: 'Chat', text: '`GET /a` has a field.' },
          { kind: 'fixed', topic: 'Drops', text: 'other' },
        ],
      },
      { version: '0.1.0', changes: [{ kind: 'removed', topic: 'Live settings', text: 'first: last' }] },
    ])
  })

  test('every line of docs/api/changes.md has a kind and a topic', () => {
    const page = readPage('changes.md')
    const changes = apiChanges(page).flatMap((version) => version.changes)
    assert.ok(changes.length > 10)
    assert.equal(changes.length, page.match(/^- /gm)?.length)
  })

  test('the Korean page has the changes of the English one', () => {
    const [english, korean] = ['changes.md', 'changes.ko.md'].map((name) =>
      apiChanges(readPage(name)).map(({ version, changes }) => ({
        version,
        // What is in code is not translated.
        changes: changes.map(({ kind, text }) => [kind, ...(text.match(/`[^`]+`/g)?.toSorted() ?? [])]),
      })),
    )
    assert.deepEqual(korean, english)
  })
})

function readPage(name: string): string {
  return readFileSync(new URL(`../../../../docs/api/${name}`, import.meta.url), 'utf8')
}
