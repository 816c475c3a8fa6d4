#!/usr/bin/env node
// The command `onair`, on whatever Node there is: it goes on with the one that the packages bring where this is older.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import module from 'node:module'
import { fileURLToPath } from 'node:url'

const main = fileURLToPath(new URL('main.ts', import.meta.url))
const brought = fileURLToPath(new URL('../node_modules/.bin/node', import.meta.url))
/** What one command has compiled the next need not compile again. */
const compiled = fileURLToPath(new URL('../node_modules/.cache/compiled', import.meta.url))
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)

if (major > 24 || (major === 24 && minor >= 7)) {
  module.enableCompileCache(compiled)
  await import('./main.ts')
} else if (existsSync(brought)) {
  const onair = spawn(brought, [main, ...process.argv.slice(2)], {
    stdio: 'inherit',
    env: { NODE_COMPILE_CACHE: compiled, ...process.env },
  })
  // The shell interrupts both at once; what is sent to this one alone is passed on.
  for (const name of ['SIGTERM', 'SIGHUP']) process.on(name, () => onair.kill(name))
  process.on('SIGINT', () => {})
  onair.on('close', (code) => (process.exitCode = code ?? 1))
} else {
  console.error(
    `onair: Onair runs on Node 24.7 or newer, and this is Node ${process.versions.node}; npm ci brings one along.`,
  )
  process.exitCode = 1
}
