import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { delimiter } from 'node:path'
import { describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { runSnippet } from '../support/clients/doc-snippets.ts'
import { openTestSite, shareTestSite, siteUnavailable } from '../support/apps/test-site.ts'

const folder = fileURLToPath(new URL('../../packages/testing/python', import.meta.url))
const env = { PYTHONPATH: [folder, process.env['PYTHONPATH']].filter(Boolean).join(delimiter) }

const whyNot = 'from onair_testing.listener import why_not_python_socketio as why; print(why() or "")'
const { status, stdout } = spawnSync('python3', ['-c', whyNot], { env: { ...process.env, ...env }, encoding: 'utf8' })
const withoutPython = status !== 0 && 'python3 is not installed'

/** Prints each event as a line of JSON until the session ends. */
const script = `
import json, os, threading
from onair_testing.listener import open_listener
ended = threading.Event()
receive = lambda event, payload: print(json.dumps([event, payload]), flush=True)
listener = open_listener(os.environ["LISTENER"], os.environ["SESSION_URL"], receive, ended.set)
ended.wait()
listener.close()
`

describe('the listeners of the Python package', { skip: siteUnavailable || withoutPython }, () => {
  shareTestSite()

  for (const [listener, skip] of [
    ['stdlib', false],
    ['python-socketio', stdout.trim() || false],
  ] as const)
    test(`${listener} receives the events of a session`, { skip, timeout: 60_000 }, async () => {
      await using site = await openTestSite()
      const { token } = await site.createFixture()
      const { url } = (await site.call('GET', '/open/v1/sessions/auth', { token })).body.content
      await using client = runSnippet(script, {
        command: ['python3', '-u', '-c'],
        env: { ...env, LISTENER: listener, SESSION_URL: url },
      })
      const next = async () => JSON.parse(await client.next()) as [string, any]
      const [, { data }] = await next()
      const path = `/open/v1/sessions/events/subscribe/chat?sessionKey=${data.sessionKey}`
      assert.equal((await site.call('POST', path, { token })).status, 200)
      assert.equal((await next())[1].type, 'subscribed')
      await site.call('POST', '/open/v1/chats/send', { token, json: { message: '안녕' } })
      const [event, { content }] = await next()
      assert.deepEqual([event, content], ['CHAT', '안녕'])
    })
})
