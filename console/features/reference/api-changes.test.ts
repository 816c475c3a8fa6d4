import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import { apiChanges } from './api-changes.ts'

describe('apiChanges', () => {
  test('takes the changes of the Open API by version and topic, without links and emphasis', () => {
    const changelog = [
      '# Changelog',
      '## 0.2.0',
      '### Packages',
      '- other',
      '### Open API',
      '',
      '- **Chat**: `GET /a` has [a field](docs/a.md).',
      '- **Drops**: other',
      '- **Chat**: _Why not?_ says more.',
      '## 0.1.1',
      '### Pages',
      '- other',
      '## 0.1.0',
      '### Open API',
      '- **Chat**: first',
    ].join('\n')
    assert.deepEqual(apiChanges(changelog), [
      {
        version: '0.2.0',
        topics: [
          { name: 'Chat', changes: ['`GET /a` has a field.', 'Why not? says more.'] },
          { name: 'Drops', changes: ['other'] },
        ],
      },
      { version: '0.1.0', topics: [{ name: 'Chat', changes: ['first'] }] },
    ])
  })

  test('every change of the API in the changelog of this repository has a topic', () => {
    const changelog = readChangelog('CHANGELOG.md')
    const items = [...changelog.matchAll(/^### Open API\n([^]*?)(?=^### |$(?![^]))/gm)].flatMap(([, list = '']) => [
      ...list.matchAll(/^- /gm),
    ])
    const changes = apiChanges(changelog).flatMap(({ topics }) => topics.flatMap((topic) => topic.changes))
    assert.ok(changes.length > 10)
    assert.equal(changes.length, items.length)
  })

  test('the Korean changelog has the changes of the English one', () => {
    const [english, korean] = ['CHANGELOG.md', 'CHANGELOG.ko.md'].map((name) =>
      apiChanges(readChangelog(name)).map(({ version, topics }) => ({
        version,
        // What is in code is not translated.
        codes: topics.map(({ changes }) => changes.map((change) => change.match(/`[^`]+`/g)?.toSorted() ?? [])),
      })),
    )
    assert.deepEqual(korean, english)
  })
})

function readChangelog(name: string): string {
  return readFileSync(new URL(`../../../${name}`, import.meta.url), 'utf8')
}
