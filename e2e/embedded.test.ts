import { test } from 'node:test'
import { startProgram } from '../server/testing/program.ts'
import { newFolder } from '../server/world/db/embedded/testing.ts'
import { chatDay } from './scenarios/chat-day.ts'

test("a developer's day with chat, on one process with the embedded database", async () => {
  using folder = newFolder()
  await using program = startProgram(['serve', '--port', '0', '--data-dir', folder.path, '--json'])
  const { baseUrl } = await program.ready()
  await chatDay(baseUrl)
})
