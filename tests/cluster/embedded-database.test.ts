import assert from 'node:assert/strict'
import { readFile, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { connectEmbeddedPostgres } from '@onair/server/infra/db/embedded/embedded-postgres.ts'
import { mountDisk, query, rootOnly } from '@onair/server/infra/db/embedded/test-helpers.ts'
import { apiCalls } from '../support/programs/cluster.ts'
import { connectAndSubscribe, createStreamer, receiveEventIds, sendDonation } from '../support/apps/donations.ts'
import { createDataDirectory } from '../support/programs/data-directory.ts'
import { eventually } from '../support/eventually.ts'
import { startProgram } from '../support/programs/program.ts'

/** More by `npm run kills`. */
const kills = Number(process.env['DATABASE_KILLS'] ?? 2)

async function openOnEmbedded(dir: string) {
  const program = startProgram(['serve', '--port', '0', '--data-dir', dir, '--json'], { ONAIR_LOG_LEVEL: 'warn' })
  const { baseUrl } = await program.ready()
  return { ...program, ...apiCalls(baseUrl) }
}

async function killDatabase(dir: string) {
  const [pid] = (await readFile(join(dir, 'postgres', 'postmaster.pid'), 'utf8')).split('\n')
  process.kill(Number(pid), 'SIGKILL')
}

function countEvents(stderr: string, event: string): number {
  return stderr.split('\n').filter((line) => line.includes(`"msg":"${event}"`)).length
}

const stack = /\\n {4}at /

/** PostgreSQL panics when it cannot create the next segment of its write-ahead log. */
async function exhaustWriteAheadLog(dir: string) {
  const connection = await connectEmbeddedPostgres(dir)
  assert.ok(connection !== null)
  await assert.rejects(async () => {
    for (;;) await query(connection, "select pg_logical_emit_message(false, '', ''), pg_switch_wal()")
  })
}

describe('embedded database', () => {
  test('is started again when it is killed; sessions receive every acknowledged donation once', async (t) => {
    using folder = await createDataDirectory()
    await using program = await openOnEmbedded(folder.path)
    const streamer = await createStreamer(program)
    const outages: number[] = []
    const acknowledged: string[] = []
    const donate = async () => {
      const { status, content } = await sendDonation(program, streamer.channelId)
      if (status === 200) acknowledged.push(content.donationId)
      else assert.equal(status, 503)
      return status === 200
    }
    using lastingSession = await connectAndSubscribe('donation', program, streamer)
    for (let kill = 0; kill < kills; kill++) {
      using session = await connectAndSubscribe('donation', program, streamer)
      const earlier = acknowledged.length
      await donate()
      await killDatabase(folder.path)
      const killedAt = performance.now()
      // The processes of a killed server can still answer for a moment.
      await eventually(() => countEvents(program.stderr(), 'postgres.restarted') > kill)
      await eventually(donate, { within: 10_000 })
      outages.push(performance.now() - killedAt)
      const expected = acknowledged.slice(earlier)
      for (const client of [session, lastingSession])
        assert.deepEqual(await receiveEventIds(client, expected.length), expected)
    }
    const { code, stderr } = await program.stop()
    assert.equal(code, 0)
    assert.equal(countEvents(stderr, 'postgres.restarted'), kills)
    assert.doesNotMatch(stderr, stack)
    t.diagnostic(`${kills} kills; longest outage ${Math.round(Math.max(...outages))} ms`)
  })

  test('the program ends with one sentence when its database cannot be started again', async () => {
    using folder = await createDataDirectory()
    await using program = await openOnEmbedded(folder.path)
    const control = join(folder.path, 'postgres', 'global', 'pg_control')
    await rename(control, `${control}.moved`)
    await killDatabase(folder.path)
    const { code, stderr } = await program.ended
    assert.equal(code, 1)
    const lines = stderr.split('\n').filter((line) => line.startsWith('onair: '))
    assert.equal(lines.length, 1)
    assert.match(lines[0] ?? '', /The database in .* is damaged \(.*pg_control.*\)\. .*postgres\.log has the details\./)
  })

  test('a full disk is reported in one line, calls return 503, and both end with free space', rootOnly, async (t) => {
    await using disk = await mountDisk(140)
    await using program = await openOnEmbedded(disk.path)
    const { channelId } = await createStreamer(program)
    const donate = async () => (await sendDonation(program, channelId)).status
    assert.equal(await donate(), 200)
    disk.fill()
    await eventually(async () => (await donate()) === 503, { within: 60_000 })
    assert.equal((await program.call('GET', '/sandbox/v1/people')).status, 200)

    await exhaustWriteAheadLog(disk.path)
    await eventually(() => countEvents(program.stderr(), 'postgres.disk_full') > 0)
    const statuses = new Set<number>()
    for (let call = 0; call < 20; call++) statuses.add(await donate())
    assert.deepEqual([...statuses], [503])
    disk.free()
    const freedAt = performance.now()
    await eventually(async () => (await donate()) === 200, { within: 10_000 })
    const recoveredAfter = performance.now() - freedAt

    const { stderr } = await program.stop()
    for (const event of ['database.disk_full', 'postgres.disk_full', 'postgres.restarted'])
      assert.equal(countEvents(stderr, event), 1, event)
    assert.doesNotMatch(stderr, stack)
    const lines = stderr.split('\n').length
    t.diagnostic(`recovered ${Math.round(recoveredAfter)} ms after space was freed; ${lines} log lines`)
  })
})
