import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import { findMissingFixes, installedRuntimes } from './check-runtimes.ts'

const nodeReleases = [
  { version: 'v26.1.0', security: true },
  { version: 'v24.23.0', security: false },
  { version: 'v24.22.1', security: true },
  { version: 'v24.21.0', security: false },
]
const postgresMajors = [
  { major: '18', latestMinor: '5', supported: true },
  { major: '13', latestMinor: '23', supported: false },
]

const find = (node: string, postgres: string) => findMissingFixes({ node, postgres }, nodeReleases, postgresMajors)

describe('check-runtimes', () => {
  test('names security releases of the same major version, and newer minor versions of PostgreSQL', () => {
    assert.deepEqual(find('24.22.1', '18.5.0-beta.18'), [])
    assert.deepEqual(find('24.21.0', '18.4.0-beta.17'), [
      'Node 24.21.0 lacks the security release v24.22.1.',
      'PostgreSQL 18.4 is older than 18.5.',
    ])
    assert.deepEqual(find('24.23.0', '13.23.0'), ['PostgreSQL 13 is no longer supported.'])
  })

  test('reads the versions of the packages from package-lock.json', () => {
    const { node, postgres } = installedRuntimes(readFileSync(new URL('../package-lock.json', import.meta.url), 'utf8'))
    assert.match(node, /^24\.\d+\.\d+$/)
    assert.match(postgres, /^18\.\d+\./)
  })
})
