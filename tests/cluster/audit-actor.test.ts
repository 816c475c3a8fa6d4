import assert from 'node:assert/strict'
import { test } from 'node:test'
import { httpBrowser } from '../support/clients/http-browser.ts'
import { eventually } from '../support/eventually.ts'
import { clusterUnavailable, openCluster } from '../support/programs/cluster.ts'

test(
  'the audit log has the work of a worker under the program, not under the user that runs it',
  { skip: clusterUnavailable, timeout: 60_000 },
  async () => {
    await using cluster = await openCluster()
    await using api = await cluster.start('api')
    await using _worker = await cluster.start('worker')
    const email = 'person@onair.test'
    await api.sandbox('POST', '/people', { channelName: '시청자', email, password: 'a long enough password' })
    const browser = httpBrowser(api.baseUrl)
    await browser.get('/forgot-password')
    await browser.post('/forgot-password', { email })
    const entry = await eventually(async () => {
      const entries = cluster.db.read.selectFrom('audit_log').select(['actor_kind', 'actor_id'])
      return (await entries.where('action', '=', 'account.password_reset_requested').executeTakeFirst()) ?? false
    })
    assert.deepEqual(entry, { actor_kind: 'system', actor_id: null })
  },
)
