import assert from 'node:assert/strict'
import { dirname, delimiter, join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { createProject, env, findOldNode, skip, tarballs } from './project.ts'

// The lowest Node of the README. Package managers check the versions of Node that packages name.
const oldNode = findOldNode(22)

describe('package managers on Node 20', { skip: skip || (oldNode === null && 'there is no Node before 22') }, () => {
  const tools = createProject()
  const projects: Disposable[] = [tools]
  before(() => tools.install('pnpm@10', 'yarn@1'))
  after(() => {
    for (const project of projects) project[Symbol.dispose]()
  })

  /** A project whose commands find the package managers and the old Node first. */
  function createOldProject(manifest: object) {
    const project = createProject(manifest)
    projects.push(project)
    const PATH = [join(tools.path, 'node_modules/.bin'), dirname(oldNode!), env['PATH']].join(delimiter)
    return { ...project, run: (command: string, args: string[]) => project.run(command, args, { PATH }) }
  }

  for (const [manager, add, exec] of [
    ['pnpm', ['add', '-D'], ['exec', 'onair']],
    ['yarn', ['add', '-D', '--ignore-engines'], ['-s', 'onair']],
  ] as const)
    test(`${manager} installs the packages as the README says`, async () => {
      const { '@onair/testing': testing, ...required } = tarballs()
      const files = Object.fromEntries(Object.entries(required).map(([name, file]) => [name, `file:${file}`]))
      const project = createOldProject({ license: 'MIT', resolutions: files })
      const overrides = Object.entries(files).map(([name, file]) => `  '${name}': ${file}`)
      project.write('pnpm-workspace.yaml', ['strictDepBuilds: false', 'overrides:', ...overrides].join('\n'))
      await project.run(manager, [...add, required.onair, testing])
      assert.equal(await project.run(manager, [...exec, '--version']), '0.1.0\n')
      await assert.rejects(
        project.run('node', ['--input-type=module', '-e', "import '@onair/testing'"]),
        /\nError: @onair\/testing requires Node 22 or newer; this is Node 20\.\d+\.\d+\.\n/,
      )
    })
})
