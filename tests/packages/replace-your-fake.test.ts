import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, symlinkSync } from 'node:fs'
import { homedir } from 'node:os'
import { join, resolve } from 'node:path'
import { describe, test } from 'node:test'
import { findProcesses } from '@onair/server/infra/db/embedded/test-helpers.ts'
import { eventually } from '../support/eventually.ts'
import { createProject, skip as isShort } from './project.ts'

// Follows docs/replace-your-fake.md word for word: runs its commands, and saves its other blocks as the files that it names.

const page = readFileSync('docs/replace-your-fake.md', 'utf8')
const isInstalled = (command: string, ...args: string[]) => spawnSync(command, args).status === 0
const junit = join(homedir(), '.m2/repository/org/junit/jupiter/junit-jupiter/5.11.4')

/** The parts of the page, with the output of their tests. */
const parts = [
  { heading: 'TypeScript', missing: false, fake: 'fake.ts', fakeGreen: /3 passed/, green: /7 passed/ },
  {
    heading: 'Python',
    missing: !isInstalled('python3', '-c', 'import venv, ensurepip') && 'python3 with venv is not installed',
    fake: 'fake.py',
    fakeGreen: /3 passed/,
    green: /7 passed/,
  },
  {
    heading: 'Java',
    missing: (!isInstalled('mvn', '--version') || !existsSync(junit)) && 'Maven with JUnit is not installed',
    fake: 'src/test/java/Fake.java',
    fakeGreen: /Tests run: 3, Failures: 0, Errors: 0, Skipped: 0/,
    green: /Tests run: 7, Failures: 0, Errors: 0, Skipped: 0/,
  },
] as const

describe('docs/replace-your-fake.md', () => {
  for (const { heading, missing, fake, fakeGreen, green } of parts)
    test(
      `${heading}: the tests pass with the fake, without it, and cover more`,
      { skip: isShort || missing },
      async () => {
        using parent = createProject()
        symlinkSync(resolve('.'), join(parent.path, 'onair'))
        parent.write('bot/.mvn/maven.config', '--offline')
        const outputs: string[] = []
        for (const { language, code, file } of readBlocks(heading)) {
          if (language === 'sh') outputs.push(await parent.run('bash', ['-euc', `cd bot\n${code}`], { NO_COLOR: '1' }))
          else parent.write(`bot/${file}`, code)
        }
        assert.match(outputs[0]!, fakeGreen)
        assert.match(outputs.at(-1)!, green)
        assert.equal(existsSync(join(parent.path, 'bot', fake)), false)
        await eventually(() => findProcesses(parent.path).length === 0)
      },
    )

  for (const { heading } of parts)
    test(`${heading}: at most 20 lines of the tests change`, () => {
      const [diff] = readBlocks(heading).filter(({ language }) => language === 'diff')
      const added = diff!.code.split('\n').filter((line) => /^\+(?!\+\+ )/.test(line) && line !== '+')
      assert.ok(added.length > 5 && added.length <= 20, `${added.length} lines`)
    })
})

/** The code blocks below a heading. The text before a block names the file that it is saved as. */
function readBlocks(heading: string): { language: string; code: string; file: string }[] {
  const [, section = ''] = new RegExp(`^## ${heading}$(.*?)(?=^## |(?![^]))`, 'ms').exec(page) ?? []
  return [...section.matchAll(/(.*?)^```(\w+)\n(.*?)^```$/gms)].map(([, text = '', language = '', code = '']) => ({
    language,
    code,
    file: /`([^`]+)`[^`]*$/.exec(text)?.[1] ?? '',
  }))
}
