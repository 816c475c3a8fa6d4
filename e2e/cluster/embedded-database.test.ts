import assert from 'node:assert/strict'
import { readFile, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { createTempFolder, mountDisk, rootOnly } from '../../server/infra/db/embedded/test-helpers.ts'
import { apiCalls } from '../../server/test/cluster.ts'
import { connectAndSubscribe, createStreamer, receiveEventIds, sendDonation } from '../../server/test/donations.ts'
import { eventually } from '../../server/test/eventually.ts'
import { startProgram } from '../../server/test/program.ts'

/** More by `npm run kills`. */
const kills = Number(process.env['DATABASE_KILLS'] ?? 2)

async function openOnEmbedded(dir: string) {
  const program = startProgram(['serve', '--port', '0', '--data-dir', dir, '--json'], { LOG_LEVEL: 'warn' })
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

describe('embedded database', () => {
  test('is started again when it is killed; a session receives every acknowledged donation once', async (t) => {
    using folder = createTempFolder()
    await using program = await openOnEmbedded(folder.path)
    const streamer = await createStreamer(program)
    using session = await connectAndSubscribe('donation', program, streamer)
    const acknowledged: string[] = []
    const outages: number[] = []
    const donate = async () => {
      const { status, content } = await sendDonation(program, streamer.channelId)
      if (status === 200) acknowledged.push(content.donationId)
      else assert.equal(status, 503)
      return status === 200
    }
    for (let kill = 0; kill < kills; kill++) {
      await killDatabase(folder.path)
      const killedAt = performance.now()
      await eventually(donate, { within: 30_000 })
      outages.push(performance.now() - killedAt)
      await donate()
    }
    assert.deepEqual(new Set(await receiveEventIds(session, acknowledged.length)), new Set(acknowledged))
    const { code, stderr } = await program.stop()
    assert.equal(code, 0)
    assert.equal(countEvents(stderr, 'postgres.restarted'), kills)
    assert.doesNotMatch(stderr, /\\n {4}at /)
    t.diagnostic(`${kills} kills; longest outage ${Math.round(Math.max(...outages))} ms`)
  })

  test('the program ends with one sentence when its database cannot be started again', async () => {
    using folder = createTempFolder()
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

  test(
    'a full disk is reported in one line, calls return 503, and both end when there is space',
    rootOnly,
    async (t) => {
      await using disk = await mountDisk(140)
      await using program = await openOnEmbedded(disk.path)
      const { channelId } = await createStreamer(program)
      const donate = async () => (await sendDonation(program, channelId)).status
      assert.equal(await donate(), 200)
      disk.fill()
      const statuses = new Set<number>()
      await eventually(
        async () => {
          const status = await donate()
          statuses.add(status)
          return status === 503 && countEvents(program.stderr(), 'postgres.disk_full') > 0
        },
        { within: 120_000 },
      )
      for (let call = 0; call < 20; call++) statuses.add(await donate())
      disk.free()
      const freedAt = performance.now()
      await eventually(async () => (await donate()) === 200, { within: 10_000 })
      const recoveredAfter = performance.now() - freedAt
      assert.deepEqual(
        [...statuses].filter((status) => status !== 200 && status !== 503),
        [],
      )

      const { stderr } = await program.stop()
      assert.equal(countEvents(stderr, 'postgres.disk_full'), 1)
      assert.doesNotMatch(stderr, /\\n {4}at /)
      t.diagnostic(
        `recovered ${Math.round(recoveredAfter)} ms after space was freed; ${stderr.split('\n').length} log lines`,
      )
    },
  )
})
