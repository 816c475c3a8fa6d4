import { execFile, execFileSync } from 'node:child_process'
import { existsSync, globSync, mkdirSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { createTempFolder } from '@onair/server/infra/db/embedded/test-helpers.ts'

// Projects of users, in which the packages of `npm run release` are installed.

/** `npm run packages` makes the packages and sets PACKAGES. */
export const skip = process.env['PACKAGES'] === undefined && 'npm run packages installs the packages'

/** The path omits the `node_modules/.bin` of this clone, which npm puts first. */
const path = [dirname(process.execPath), ...(process.env['PATH'] ?? '').split(delimiter)].filter(
  (dir, at) => at === 0 || !dir.includes('node_modules'),
)
/** The environment omits the variables that `npm test` sets about this clone, except the registry. */
const inherited = Object.entries(process.env).filter(
  ([name]) =>
    !/^(npm_|INIT_CWD|NODE_COMPILE_CACHE|NODE_TEST_CONTEXT)/.test(name) ||
    /^npm_config_(registry|cafile|cache)$/.test(name),
)
export const env: NodeJS.ProcessEnv = { ...Object.fromEntries(inherited), PATH: path.join(delimiter) }

/** The paths of the packages by name. */
export function tarballs() {
  return {
    onair: findTarball('onair'),
    '@onair/sdk': findTarball('onair-sdk'),
    '@onair/testing': findTarball('onair-testing'),
  }
}

function findTarball(name: string): string {
  const [file] = globSync(`dist/release/${name}-[0-9]*.tgz`)
  if (file === undefined) throw new Error(`There is no package ${name} in dist/release. Run npm run release.`)
  return resolve(file)
}

/** A project in a temporary folder, in which nothing is installed yet. */
export function createProject(manifest: object = {}) {
  const folder = createTempFolder()
  const write = (file: string, text: string) => {
    mkdirSync(dirname(join(folder.path, file)), { recursive: true })
    writeFileSync(join(folder.path, file), text)
  }
  write('package.json', JSON.stringify({ type: 'module', ...manifest }))
  /** Runs a command and returns its output. Throws with the output if it fails. */
  const run = async (command: string, args: readonly string[], variables: NodeJS.ProcessEnv = {}) => {
    const options = { cwd: folder.path, env: { ...env, ...variables }, timeout: 5 * 60_000 }
    const running = promisify(execFile)(command, args, options)
    running.child.stdin?.end()
    try {
      return (await running).stdout
    } catch (error) {
      const { stdout, stderr } = error as { stdout: string; stderr: string }
      throw new Error(`${command} ${args.join(' ')} failed:\n${stdout}${stderr}`, { cause: error })
    }
  }
  return {
    ...folder,
    write,
    run,
    install: async (...packages: string[]): Promise<void> => {
      const options = ['-D', '--prefer-offline', '--no-audit', '--no-fund', '--loglevel=error']
      await run('npm', ['install', ...options, ...packages])
    },
  }
}

/** A Node of this machine before this major version; null if there is none. */
export function findOldNode(before: number): string | null {
  const candidates = path.slice(1).map((dir) => join(dir, 'node'))
  return candidates.find((node) => existsSync(node) && majorVersion(node) < before) ?? null
}

function majorVersion(node: string): number {
  return Number(/^v(\d+)/.exec(execFileSync(node, ['--version'], { encoding: 'utf8' }))?.[1])
}
