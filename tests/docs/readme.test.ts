import assert from 'node:assert/strict'
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { createInterface } from 'node:readline'
import { describe, test } from 'node:test'
import { promisify } from 'node:util'
import type { sandboxApi } from '@onair/contract'
import type { Static } from 'typebox'
import { readSnippets, runSnippet } from '../support/clients/doc-snippets.ts'

const root = new URL('../..', import.meta.url)
const readme = readFileSync(new URL('README.md', root), 'utf8')
/** The first command runs with npx, which takes most of the time, and the others without. */
const commands = [...readme.matchAll(/<!-- run -->\s+```sh\n(.*?)```/gs)].map(([, text = ''], index) =>
  index === 0 ? text : text.replaceAll('npx onair', `'${process.execPath}' packages/cli/main.ts`),
)

/** Starts a sandbox as `npm start` does, on a free port. */
async function startSandbox() {
  const child = spawn(process.execPath, ['packages/cli/main.ts', 'serve', '--port', '0', '--ephemeral', '--json'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const [line] = (await once(createInterface({ input: child.stdout }), 'line', {
    signal: AbortSignal.timeout(60_000),
  })) as [string]
  const { port } = new URL((JSON.parse(line) as { baseUrl: string }).baseUrl)
  return {
    port,
    async [Symbol.asyncDispose]() {
      child.kill()
      await once(child, 'close')
    },
  }
}

describe('README', () => {
  test('every command works', async () => {
    await using sandbox = await startSandbox()
    const { stdout } = await promisify(execFile)('bash', ['-euc', commands.join('\necho\n')], {
      cwd: root,
      env: { ...process.env, ONAIR_PORT: sandbox.port },
    })
    const responses = stdout
      .split('\n')
      .flatMap((line) => line.split(/(?<=\})(?=\{"code")/))
      .filter((line) => line.startsWith('{'))
      .map((line) => JSON.parse(line) as { code: number; message: string | null; content?: Record<string, unknown> })

    assert.deepEqual(
      responses.map(({ code, message }) => message ?? code),
      [200, 200, 200, 'INVALID_TOKEN', 200],
    )
    assert.equal(responses[0]?.content?.['channelName'], '하늘방송')
  })

  test('every link leads to a file', () => {
    const links = [...readme.matchAll(/\]\(([\w./-]+)\)/g)].map(([, link]) => link ?? '')
    assert.ok(links.length > 5)
    for (const link of links) readFileSync(new URL(link, root))
  })

  test('the bot replies to a viewer', async () => {
    await using sandbox = await startSandbox()
    const base = `http://127.0.0.1:${sandbox.port}`
    const call = async (method: string, path: string, body?: object) => {
      const headers = { 'content-type': 'application/json' }
      const response = await fetch(base + path, { method, headers, ...(body && { body: JSON.stringify(body) }) })
      return ((await response.json()) as { content: any }).content
    }
    const { demo }: Static<typeof sandboxApi.demo.getOverview.content> = await call('GET', '/sandbox/v1')
    const findPerson = (role: string) => demo.people.find(({ is }) => is === role)!
    const [streamer, viewer] = [findPerson('streamer'), findPerson('viewer')]
    const { channelId } = streamer
    const { accessToken } = await call('POST', '/sandbox/v1/grants', { clientId: demo.clientId, channelId })

    const [code = ''] = readSnippets('README.md', 'js')
    await using bot = runSnippet(code, { env: { BASE: base, TOKEN: accessToken } })
    assert.equal(await bot.next(), 'Listening to the chat')
    await call('POST', '/sandbox/v1/actions/chat', { channelId, byChannelId: viewer.channelId, message: '!hello' })
    assert.equal(await bot.next(), `${viewer.channelName}: !hello`)
    assert.equal(await bot.next(), `${streamer.channelName}: Hello, ${viewer.channelName}!`)
  })
})

describe('pages in Korean', () => {
  for (const path of [
    'README',
    'docs/certify',
    'docs/existing-clients',
    'docs/faults',
    'docs/mcp',
    'docs/replace-your-fake',
    'docs/replay',
    'docs/testing',
  ])
    test(`${path}.ko.md has the same structure, code, links and names`, () => {
      const [english, korean] = [`${path}.md`, `${path}.ko.md`].map((file) => readFileSync(new URL(file, root), 'utf8'))
      const actual = readStructure(korean!)
      for (const [part, expected] of Object.entries(readStructure(english!)))
        assert.deepEqual(actual[part], expected, `${part}: ${path}.ko.md (actual) differs from ${path}.md (expected)`)
      const name = basename(path)
      assert.ok(english!.includes(`\n[한국어](${name}.ko.md)\n`))
      assert.ok(korean!.includes(`\n[English](${name}.md)\n`))
    })
})

/** The parts of a page that must be equal in both languages. */
function readStructure(text: string): Record<string, string[]> {
  const proseText = text.replaceAll(/```.*?```/gs, '')
  const matchAll = (pattern: RegExp, from = proseText) => [...from.matchAll(pattern)].map(([, found]) => found ?? '')
  return {
    headings: matchAll(/^(#+) /gm),
    // Comments and diagrams are translated.
    'code blocks': matchAll(/^(```\w*\n.*?```)$/gms, text).map((block) =>
      block.startsWith('```\n') ? 'diagram' : block.replaceAll(/ (\/\/|#) .*$/gm, ''),
    ),
    links: matchAll(/(?:\]\(|<)([\w:./#-]+)[)>]/g)
      .filter(
        (link) =>
          !/(^(?:\.\.\/)?(README|certify|existing-clients|faults|mcp|replace-your-fake|replay|testing)\.md|\.ko\.md)$/.test(
            link,
          ),
      )
      // A page in Korean shows pictures in Korean.
      .map((link) => link.replace(/\.ko\.png$/, '.png')),
    'rows of tables': matchAll(/^(\|)/gm),
    'points of lists': matchAll(/^(- )/gm),
    'bold beginnings': matchAll(/^(?:- )?(\*\*)/gm),
    'names of files, settings and operations': matchAll(/`([^`\n]+)`/g).toSorted(),
  }
}
