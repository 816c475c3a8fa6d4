// Runs before `npm start` and `npm test`, on Node 20 or newer. Installs the packages and builds the console if needed.
import { spawn } from 'node:child_process'
import { existsSync, statSync } from 'node:fs'
import { buildConsole } from './console/build.mjs'

const [lock, installed] = ['package-lock.json', 'node_modules/.package-lock.json']
const upToDate = existsSync(installed) && statSync(installed).mtimeMs >= statSync(lock).mtimeMs

if (!upToDate) await install()
if (!existsSync('node_modules/.bin/node') && isOlder(process.versions.node, '24.7.0')) {
  console.error(
    `Onair requires Node 24.7 or newer; this is Node ${process.versions.node}. The packages include no Node for ${process.platform}-${process.arch}. Install Node 24 and try again.`,
  )
  process.exit(1)
}

buildConsole()

async function install() {
  const startedAt = Date.now()
  const seconds = () => Math.round((Date.now() - startedAt) / 1000)
  console.error('Installing the packages (about 20 seconds, once) …')
  const progress = setInterval(() => console.error(`  still installing, ${seconds()} s`), 5_000)
  const npm = process.env.npm_execpath
  const [command, args] = npm ? [process.execPath, [npm]] : ['npm', []]
  const code = await new Promise((resolve) => {
    const child = spawn(command, [...args, 'ci', '--loglevel=error', '--no-progress'], { stdio: ['ignore', 2, 2] })
    child.on('error', (error) => resolve(error.message)).on('close', resolve)
  })
  clearInterval(progress)
  if (code !== 0) {
    console.error(`Cannot install the packages (npm ci: ${code}). Run \`npm ci --loglevel=verbose\` for details.`)
    process.exit(1)
  }
  console.error(`Installed in ${seconds()} s.`)
}

function isOlder(version, wanted) {
  const [a, b] = [version, wanted].map((text) => text.split('.').map(Number))
  return a[0] !== b[0] ? a[0] < b[0] : a[1] < b[1]
}
