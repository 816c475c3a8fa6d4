import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { describe, test } from 'node:test'
import { sandboxGroups } from '@onair/contract/groups'
import type { Endpoint } from '@onair/contract'
import { actions, actionNames, fieldsOf } from '@onair/contract/sandbox/actions'
import { actionCurlCommand } from './actions.ts'
import { curlCommand } from '../../lib/curl.ts'

describe('trigger pad', () => {
  test('has every action of the sandbox, with its fields', () => {
    const listed = new Set<Endpoint>(Object.values(actions))
    const missing = Object.values<Record<string, Endpoint>>(sandboxGroups)
      .flatMap((group) => Object.values(group))
      .filter(({ path }) => path.startsWith('/sandbox/v1/actions/'))
      .filter((action) => !listed.has(action))
    assert.deepEqual(missing, [])
    for (const action of actionNames) assert.ok(fieldsOf(action).length > 0, action)
  })
})

describe('curl command', () => {
  test('sends the same body, quotes included', () => {
    const values = { channelName: `it's "quoted" $HOME \\ 안녕 {n}` }
    const command = actionCurlCommand('createPerson', values, 'http://127.0.0.1:9')
    const args = execFileSync('sh', ['-c', command.replace('curl', String.raw`printf '%s\n'`)])
      .toString()
      .split('\n')
    assert.deepEqual(args.slice(0, 4), ['-s', '-X', 'POST', 'http://127.0.0.1:9/sandbox/v1/people'])
    assert.deepEqual(JSON.parse(args[7] ?? ''), { channelName: `it's "quoted" $HOME \\ 안녕 1` })
  })

  test('sends a body that starts with @ literally', () => {
    const body = '@/etc/hostname'
    const command = curlCommand({ method: 'POST', url: 'http://127.0.0.1:9/', headers: {}, body })
    const args = execFileSync('sh', ['-c', command.replace('curl', String.raw`printf '%s\n'`)])
    assert.deepEqual(args.toString().trimEnd().split('\n').slice(-2), ['--data-raw', body])
  })
})
