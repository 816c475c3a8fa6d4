import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import { apiChanges } from './api-changes.ts'

describe('apiChanges', () => {
  test('takes the changes of the Open API by version and day, without links and emphasis', () => {
    const changelog = [
      '# Changelog',
      '## 0.2.0',
      '### Packages',
      '- other',
      '### Open API',
      '',
      '#### 2026-11-24',
      '',
      '- **Added**, Chat: `GET /a` has [a field](docs/a.md).',
      '- **Fixed**, Drops: other',
      '',
      '#### 2026-11-22',
      '',
      '- **Changed**, Chat: _Why not?_ says more.',
      '## 0.1.1',
      '### Pages',
      '- other',
      '## 0.1.0',
      '### Open API',
      '#### 2026-11-20',
      '- **Removed**, Live settings: first: last',
    ].join('\n')
    assert.deepEqual(apiChanges(changelog), [
      {
        version: '0.2.0',
        date: '2026-11-24',
        changes: [
          { kind: 'added', topic: 'Chat', text: '`GET /a` has a field.' },
          { kind: 'fixed', topic: 'Drops', text: 'other' },
        ],
      },
      {
        version: '0.2.0',
        date: '2026-11-22',
        changes: [{ kind: 'changed', topic: 'Chat', text: 'Why not? says more.' }],
      },
      {
        version: '0.1.0',
        date: '2026-11-20',
        changes: [{ kind: 'removed', topic: 'Live settings', text: 'first: last' }],
      },
    ])
  })

  test('every change of the API in the changelog of this repository has a date, a kind and a topic', () => {
    const changelog = readChangelog('CHANGELOG.md')
    const items = [...changelog.matchAll(/^### Open API\n([^]*?)(?=^### |$(?![^]))/gm)].flatMap(([, list = '']) => [
      ...list.matchAll(/^- /gm),
    ])
    const days = apiChanges(changelog)
    const changes = days.flatMap((day) => day.changes)
    assert.ok(changes.length > 10)
    assert.equal(changes.length, items.length)
    const dates = days.map(({ date }) => date)
    for (const date of dates) assert.match(date, /^\d{4}-\d{2}-\d{2}$/)
    assert.deepEqual(dates, dates.toSorted().toReversed(), 'newest first')
  })

  test('the Korean changelog has the changes of the English one', () => {
    const [english, korean] = ['CHANGELOG.md', 'CHANGELOG.ko.md'].map((name) =>
      apiChanges(readChangelog(name)).map(({ version, date, changes }) => ({
        version,
        date,
        // What is in code is not translated.
        changes: changes.map(({ kind, text }) => [kind, ...(text.match(/`[^`]+`/g)?.toSorted() ?? [])]),
      })),
    )
    assert.deepEqual(korean, english)
  })
})

function readChangelog(name: string): string {
  return readFileSync(new URL(`../../../../${name}`, import.meta.url), 'utf8')
}
