import assert from 'node:assert/strict'
import { execFile, spawnSync } from 'node:child_process'
import { mkdtempDisposable, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { describe, test } from 'node:test'
import { promisify } from 'node:util'
import type { HttpRequest } from '@onair/sdk/build-request'
import { codeSamples, sampleLanguages, type SampleLanguage } from './code-samples.ts'

/** How each sample is run: the name of its file, and the command. */
const programs: Record<SampleLanguage, { file: string; command: string; env?: object; skip?: string | false }> = {
  curl: { file: 'sample.sh', command: 'bash' },
  javascript: { file: 'sample.mjs', command: process.execPath },
  python: { file: 'sample.py', command: 'python3', skip: missing('python3', '--version') },
  java: {
    file: 'Example.java',
    command: 'java',
    // Less time to compile and start; the text of the sample, whatever the locale of the shell is.
    env: { JDK_JAVA_OPTIONS: '-XX:TieredStopAtLevel=1 -XX:+UseSerialGC -Dfile.encoding=UTF-8' },
    skip: missing('java', '--version'),
  },
}

function missing(command: string, option: string): string | false {
  return spawnSync(command, [option]).status === 0 ? false : `${command} is not installed`
}

const body = {
  message: `"quotes", 'more', \\u0041 \\ \n\t안녕 😀 $HOME \`id\` </script>`,
  options: { list: [true, false, null, 1.5], empty: {} },
}

describe('codeSamples', () => {
  for (const [language, name] of Object.entries(sampleLanguages) as [SampleLanguage, string][])
    test(`${name}: the program sends the request exactly`, { skip: programs[language].skip ?? false }, async () => {
      const received: unknown[] = []
      await using server = createServer((request, response) => {
        const { method, url, headers } = request
        void text(request).then((sent) => {
          received.push([method, url, headers.authorization, sent === '' ? null : JSON.parse(sent)])
          response.end('{"code":200,"message":null,"content":null}')
        })
      }).listen(0, '127.0.0.1')
      await once(server, 'listening')
      const url = new URL(
        `http://127.0.0.1:${(server.address() as AddressInfo).port}/open/v1/chats/send?name=%27%22a+b&tags=%EA%B2%8C`,
      )
      const authorization = { Authorization: 'Bearer a$b\'"c' }
      const requests: HttpRequest[] = [
        { method: 'GET', url, headers: {} },
        {
          method: 'POST',
          url,
          headers: { ...authorization, 'Content-Type': 'application/json' },
          body: JSON.stringify(body),
        },
      ]
      await using folder = await mkdtempDisposable(join(tmpdir(), 'onair-sample-'))
      for (const request of requests) {
        const { file, command, env } = programs[language]
        await writeFile(join(folder.path, file), codeSamples[language](request))
        const { stdout } = await promisify(execFile)(command, [join(folder.path, file)], {
          timeout: 30_000,
          env: { ...process.env, ...env },
        })
        assert.match(stdout, /200/)
      }
      assert.deepEqual(received, [
        ['GET', url.pathname + url.search, undefined, null],
        ['POST', url.pathname + url.search, authorization.Authorization, body],
      ])
    })

  test('curl has one option on each line', () => {
    const request: HttpRequest = {
      method: 'POST',
      url: new URL('http://127.0.0.1:9/open/v1/chats/send'),
      headers: { Authorization: 'Bearer ACCESS_TOKEN', 'Content-Type': 'application/json' },
      body: '{"message":"it\'s"}',
    }
    assert.deepEqual(codeSamples.curl(request).split('\n'), [
      'curl -s -X POST \\',
      "  'http://127.0.0.1:9/open/v1/chats/send' \\",
      "  -H 'Authorization: Bearer ACCESS_TOKEN' \\",
      "  -H 'Content-Type: application/json' \\",
      `  --data-raw '{`,
      String.raw`    "message": "it'\''s"`,
      `  }'`,
    ])
  })
})
