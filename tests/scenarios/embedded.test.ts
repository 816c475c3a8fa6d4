import { test } from 'node:test'
import { startProgram } from '../support/programs/program.ts'
import { createTempFolder } from '@onair/server/infra/db/embedded/test-helpers.ts'
import { runChatScenario } from './chat-scenario.ts'

// About the embedded database. six-processes.test.ts runs the same scenario on six processes.

test('the chat scenario works on one process with the embedded database', async () => {
  using folder = createTempFolder()
  await using program = startProgram(['serve', '--port', '0', '--data-dir', folder.path, '--json'])
  const { baseUrl } = await program.ready()
  await runChatScenario(baseUrl)
})
