#!/usr/bin/env node
// The `onair` command. Runs with the current Node if it is new enough, otherwise with the Node that the packages include.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const main = fileURLToPath(new URL('main.ts', import.meta.url))
const bundledNode = fileURLToPath(new URL('../node_modules/.bin/node', import.meta.url))
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)

if (major > 24 || (major === 24 && minor >= 7)) {
  await import('./main.ts')
} else if (existsSync(bundledNode)) {
  const onair = spawn(bundledNode, [main, ...process.argv.slice(2)], { stdio: 'inherit' })
  // A terminal sends SIGINT to both processes; forward the signals that only this one receives.
  for (const name of ['SIGTERM', 'SIGHUP']) process.on(name, () => onair.kill(name))
  process.on('SIGINT', () => {})
  onair.on('close', (code) => (process.exitCode = code ?? 1))
} else {
  console.error(
    `onair: Onair requires Node 24.7 or newer; this is Node ${process.versions.node}. Run npm ci, which installs one.`,
  )
  process.exitCode = 1
}
