import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { consoleApi } from '@onair/contract'
import { commandGroups } from './all-commands.ts'

/** The endpoints of the operator's area without a command, each with the reason. */
const withoutCommand = {
  acceptSiteRole: 'it is for the person who opens the link of onair operator invite',
  countOpenReports: 'it is the number beside a link of the page; onair report list shows the reports',
}

describe('the commands of an operator', () => {
  const commands = commandGroups.flatMap(({ commands }) => commands).filter(({ endpoint }) => endpoint !== undefined)

  test('do what each endpoint of the operator’s area does', () => {
    const covered = new Set(commands.map(({ endpoint }) => endpoint as string))
    const missing = Object.keys(consoleApi.admin).filter((name) => !covered.has(name))
    assert.deepEqual(missing, Object.keys(withoutCommand))
  })

  test('print JSON', () => {
    for (const { name, options } of commands) assert.ok('json' in options, name)
  })
})
