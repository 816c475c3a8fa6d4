import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { clusterUnavailable, openCluster } from '../support/programs/cluster.ts'
import { firstWait, listDocBots, readUntil } from '../support/clients/doc-bots.ts'
import { createStreamer } from '../support/apps/donations.ts'
import { findFreePort } from '../support/programs/port.ts'

describe('a bot of docs/sessions.md', { skip: clusterUnavailable }, () => {
  for (const { name, skip, run } of listDocBots())
    test(
      `${name}: waits longer after each failure, and at most 1 s when a gateway is killed after that`,
      { skip },
      async () => {
        await using cluster = await openCluster()
        const port = String(await findFreePort())
        const api = await cluster.start('api,worker', { ONAIR_SOCKET_URL: `http://127.0.0.1:${port}` })
        const { token } = await createStreamer(api)
        await using bot = run({ ONAIR_URL: api.baseUrl, TOKEN: token })
        const readWait = async () => (await readUntil(bot, /^reconnecting/)).at(-1) ?? ''
        assert.match(await readWait(), firstWait)
        // Twice as long: 1 to 2 s, then 2 to 4 s.
        for (const wait of [/ (?:1\.\d|2\.0) s$/, / (?:[23]\.\d|4\.0) s$/]) assert.match(await readWait(), wait)
        const gateway = await cluster.start('gateway', { ONAIR_PORT: port })
        await readUntil(bot, /^subscribed/)
        await gateway.stop('SIGKILL')
        assert.match(await readWait(), firstWait)
      },
    )
})
