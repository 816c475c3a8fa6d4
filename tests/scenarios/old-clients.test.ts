import { describe, test } from 'node:test'
import { oldClients } from '../support/clients/old-clients.ts'
import { openTestSite, shareTestSite, siteUnavailable } from '../support/apps/test-site.ts'
import { runOldClientScenario } from './old-client-scenario.ts'

shareTestSite()

for (const client of oldClients)
  describe(`socket.io-client ${client.name}`, { skip: siteUnavailable }, () => {
    for (const [mode, kind] of [
      ['websocket only', 'client'],
      ['polling, then websocket', 'user'],
    ] as const)
      test(`receives all events of a ${kind} session: ${mode}`, async () => {
        await using testApp = await openTestSite()
        await runOldClientScenario(testApp, client, { mode, kind })
      })
  })
