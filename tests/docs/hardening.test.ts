import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { describe, test } from 'node:test'

const page = readFileSync('docs/operate/hardening.md', 'utf8')

describe('docs/operate/hardening.md', () => {
  test('names only log events and commands that exist', () => {
    const sources = spawnSync('git', ['grep', '-hoE', "'[a-z_]+\\.[a-z_]+'", '--', 'packages'], {
      encoding: 'utf8',
    }).stdout
    for (const [, event] of page.matchAll(/`([a-z]+\.[a-z]+_[a-z]+|request\.failed|connection\.refused)`/g))
      assert.ok(sources.includes(`'${event}'`), event)
  })
})
