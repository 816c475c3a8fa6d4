import { spawnSync } from 'node:child_process'
import { cp, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises'
import { globSync, mkdirSync, realpathSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

// Checks that the server stands alone: in a copy of the tree without the sandbox, the command line and the laboratory, its
// files and tests compile with the support files that they import, and its tests pass. Arguments are patterns of test files.

const left = ['sandbox', 'cli', 'lab']
const root = fileURLToPath(new URL('..', import.meta.url))
const copy = await mkdtemp(join(tmpdir(), 'onair-server-alone-'))
process.once('exit', () => process.stdout.write(`${process.exitCode ? 'failed' : 'passed'}\n`))

try {
  const leftFolders = left.map((name) => join(root, 'packages', name))
  for (const name of await readdir(root)) {
    if (['node_modules', '.git'].includes(name)) continue
    const filter = (source: string) => !leftFolders.includes(source) && basename(source) !== 'node_modules'
    await cp(join(root, name), join(copy, name), { recursive: true, filter, verbatimSymlinks: true })
  }
  await linkModules('node_modules')
  for (const folder of globSync('packages/*/node_modules', { cwd: root }))
    if (!left.includes(basename(dirname(folder)))) await linkModules(folder)

  const include = ['packages/server', 'tests/support/**/*.d.ts']
  await writeFile(join(copy, 'tsconfig.server.json'), JSON.stringify({ extends: './tsconfig.json', include }))
  run('node_modules/.bin/tsc', '-p', 'tsconfig.server.json')
  const patterns = process.argv.slice(2)
  run(
    process.execPath,
    'tests/support/run-tests.ts',
    ...(patterns.length > 0 ? patterns : ['packages/server/**/*.test.ts']),
  )
} finally {
  await rm(copy, { recursive: true, force: true })
}

/** Links what is installed. Packages of this repository lead into the copy, and those that are left out are missing. */
async function linkModules(folder: string) {
  mkdirSync(join(copy, folder, '@onair'), { recursive: true })
  for (const name of await readdir(join(root, folder))) {
    if (name !== '@onair' && name !== '.cache') await symlink(join(root, folder, name), join(copy, folder, name))
  }
  for (const path of globSync(`${folder}/@onair/*`, { cwd: root })) {
    const target = relative(root, realpathSync(join(root, path)))
    if (!left.some((name) => target === join('packages', name))) await symlink(join(copy, target), join(copy, path))
  }
}

function run(command: string, ...args: string[]) {
  if (process.exitCode) return
  process.exitCode = spawnSync(command, args, { cwd: copy, stdio: 'inherit' }).status ?? 1
}
