import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { openConsoleTestApp } from '../../../../tests/support/apps/console-test-app.ts'
import { eventually } from '../../../../tests/support/eventually.ts'
import { grantSiteRole } from './site-roles.ts'

test('the overview lists the processes, and what an operator must do something about', async () => {
  await using site = await openConsoleTestApp()
  const operator = await site.signedIn('운영자')
  await grantSiteRole({ channelId: operator.channelId, role: 'MODERATOR' }, site.deps)
  const read = async () => {
    site.clock.advance(5_000)
    return (await operator.callConsole('GET', '/admin/overview')).body.content
  }
  const fresh = await eventually(async () => {
    const content = await read()
    // The mail about the role has been sent.
    return content.processes.length === 1 && content.waiting.mails === 0 && content
  })
  assert.deepEqual(fresh.problems, ['BACKUP_OLD'])
  assert.deepEqual(fresh.processes[0].roles, ['api', 'gateway', 'worker'])
  assert.deepEqual(fresh.waiting, { deliveries: 0, mails: 0, oldestDeliverySec: 0, oldestMailSec: 0 })
  assert.ok(fresh.pictureBytes > 0 && fresh.recordingBytes === 0)

  const now = site.clock.now()
  await sql`insert into installation (sealed_data_key, last_backup_at, last_backup_copy_at)
    values ('', ${now}, ${now - 2 * 86_400_000})`.execute(site.deps.db.read)
  await sql`insert into running_process values
    ('gone:1', 'worker', 'old', false, clock_timestamp() - interval '2 minutes'),
    ('old:1', 'worker', 'old', false, clock_timestamp()),
    ('forgotten:1', 'worker', 'old', true, clock_timestamp() - interval '25 hours')`.execute(site.deps.db.read)
  await eventually(async () => (await read()).processes.length === 3)
  const later = await read()
  assert.deepEqual(later.problems, ['REDIS_DOWN', 'PROCESS_SILENT', 'VERSIONS_DIFFER', 'BACKUP_COPY_OLD'])
  assert.equal(later.processes.at(-1).name, 'gone:1')
  assert.deepEqual(later.missingRoles, [])
})
