import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, test } from 'node:test'

const page = readFileSync('docs/operate/hardening.md', 'utf8')
const hasSystemd = spawnSync('systemd-analyze', ['--version']).status === 0

describe('docs/operate/hardening.md', () => {
  test('the unit file is valid and protects the system', { skip: !hasSystemd }, () => {
    const folder = mkdtempSync(join(tmpdir(), 'onair-unit-'))
    try {
      const unit = join(folder, 'onair.service')
      const [, text = ''] = /```ini\n([^`]+)```/.exec(page) ?? []
      writeFileSync(unit, text.replace('/opt/onair/node_modules/.bin/node', process.execPath))
      const { stderr } = spawnSync('systemd-analyze', ['verify', '--recursive-errors=no', unit], { encoding: 'utf8' })
      assert.equal(stderr, '')
      const { stdout } = spawnSync('systemd-analyze', ['security', '--offline=true', unit], { encoding: 'utf8' })
      const [, exposure = '10'] = /exposure level for onair\.service: ([\d.]+)/.exec(stdout) ?? []
      assert.ok(Number(exposure) < 3, stdout)
    } finally {
      rmSync(folder, { recursive: true })
    }
  })

  test('names only log events and commands that exist', () => {
    const sources = spawnSync('git', ['grep', '-hoE', "'[a-z_]+\\.[a-z_]+'", '--', 'server'], {
      encoding: 'utf8',
    }).stdout
    for (const [, event] of page.matchAll(/`([a-z]+\.[a-z]+_[a-z]+|request\.failed|connection\.refused)`/g))
      assert.ok(sources.includes(`'${event}'`), event)
  })
})
