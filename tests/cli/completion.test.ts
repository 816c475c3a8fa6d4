import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempDisposable, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { runCommandHere } from '../support/programs/program.ts'
import { commandGroups } from '@onair/cli/all-commands.ts'

const commands = commandGroups.flatMap(({ commands }) => commands)
const completionScript = async (shell: string) => (await runCommandHere(['completion', shell])).stdout
const isInstalled = (shell: string) => spawnSync(shell, ['--version']).error === undefined

/** The completions that bash offers for the last of these words. */
function listCompletions(script: string, ...words: string[]): string[] {
  const typed = words.map((word) => `'${word}'`).join(' ')
  const testScript = `${script}\nCOMP_WORDS=(onair ${typed}); COMP_CWORD=${words.length}; _onair; printf '%s\\n' "\${COMPREPLY[@]}"`
  return execFileSync('bash', ['--norc', '-uc', testScript], {
    cwd: new URL('../../packages/server', import.meta.url),
    stdio: ['ignore', 'pipe', 'inherit'],
  })
    .toString()
    .split('\n')
    .filter((word) => word !== '')
}

describe('onair completion', () => {
  test('bash: completes every command and its options', async () => {
    const script = await completionScript('bash')
    const firsts = new Set(commands.map(({ name }) => name.split(' ')[0] ?? ''))
    assert.deepEqual(listCompletions(script, ''), [...firsts, '--help'])
    for (const { name: words, options } of commands) {
      const [first = '', ...rest] = words.split(' ')
      if (rest.length > 0) assert.ok(listCompletions(script, first, '').includes(rest[0] ?? ''), words)
      assert.deepEqual(
        listCompletions(script, first, ...rest, '--').filter((word) => word.startsWith('--')),
        [...Object.keys(options).map((name) => `--${name}`), '--help'],
        words,
      )
    }
  })

  test('bash: completes prefixes, known values, files and directories', async () => {
    const script = await completionScript('bash')
    for (const [words, all] of [
      [['com'], ['completion']],
      [
        ['completion', ''],
        ['bash', 'zsh', 'fish', '--help'],
      ],
      [
        ['trigger', 'go'],
        ['go-live', 'go-offline'],
      ],
      [
        ['people', ''],
        ['create', '--name', '--next', '--url', '--json', '--help'],
      ],
      [
        ['trigger', 'donate', '--donation-type', ''],
        ['CHAT', 'VIDEO'],
      ],
      [['trigger', 'donate', '--donation-type', 'V'], ['VIDEO']],
      [['trigger', 'donate', '--donation-text', ''], []],
      [['deliveries', 'list', 'id', '--state', 'D'], ['DELIVERED']],
      [['webhook', 'verify', '--body', 'poli'], ['policy.ts']],
      [['serve', '--data-dir', 'gate'], ['gateway']],
      [['dance', ''], []],
    ] as const)
      assert.deepEqual(listCompletions(script, ...words), [...all], words.join(' '))
  })

  for (const shell of ['zsh', 'fish'])
    test(
      `${shell}: accepts the script`,
      { skip: isInstalled(shell) ? false : `${shell} is not installed` },
      async () => {
        await using folder = await mkdtempDisposable(join(tmpdir(), 'onair-completion-'))
        const file = join(folder.path, `onair.${shell}`)
        await writeFile(file, await completionScript(shell))
        execFileSync(shell, ['-n', file])
      },
    )

  test('refuses an unknown shell and lists the known ones', async () => {
    const { code, stderr } = await runCommandHere(['completion', 'csh'])
    assert.deepEqual(
      [code, stderr],
      [2, 'onair: <shell> must be one of bash, zsh, fish. See onair completion --help.\n'],
    )
  })
})
