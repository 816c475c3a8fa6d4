// Runs before `npm start` and `npm test`, on Node 20 or newer: installs and builds what is missing or out of date, and says so.
import { spawn } from 'node:child_process'
import { existsSync, statSync } from 'node:fs'
import { buildConsole } from './console/build.mjs'

const [lock, installed] = ['package-lock.json', 'node_modules/.package-lock.json']
const upToDate = existsSync(installed) && statSync(installed).mtimeMs >= statSync(lock).mtimeMs

if (!upToDate) await install()
if (!existsSync('node_modules/.bin/node') && isOlder(process.versions.node, '24.7.0')) {
  console.error(
    `Onair runs on Node 24.7 or newer. No copy of it comes with the packages on ${process.platform}-${process.arch}, and this is Node ${process.versions.node}: install Node 24 and start again.`,
  )
  process.exit(1)
}

buildConsole()

async function install() {
  const startedAt = Date.now()
  const seconds = () => Math.round((Date.now() - startedAt) / 1000)
  console.error('Installing the packages (about 20 seconds, once) …')
  const ticking = setInterval(() => console.error(`  still installing, ${seconds()} s`), 5_000)
  const npm = process.env.npm_execpath
  const [command, args] = npm ? [process.execPath, [npm]] : ['npm', []]
  const code = await new Promise((resolve) => {
    const child = spawn(command, [...args, 'ci', '--loglevel=error', '--no-progress'], { stdio: ['ignore', 2, 2] })
    child.on('error', (error) => resolve(error.message)).on('close', resolve)
  })
  clearInterval(ticking)
  if (code !== 0) {
    console.error(`The packages could not be installed (npm ci: ${code}). Try \`npm ci --loglevel=verbose\`.`)
    process.exit(1)
  }
  console.error(`Installed in ${seconds()} s.`)
}

function isOlder(version, wanted) {
  const [a, b] = [version, wanted].map((text) => text.split('.').map(Number))
  return a[0] !== b[0] ? a[0] < b[0] : a[1] < b[1]
}
