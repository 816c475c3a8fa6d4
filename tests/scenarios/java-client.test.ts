import assert from 'node:assert/strict'
import { execFile, spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { promisify } from 'node:util'
import { openTestSite, shareTestSite, siteUnavailable } from '../support/apps/test-site.ts'

const hasJdk = spawnSync('javac', ['-version'], { stdio: 'ignore', timeout: 20_000 }).status === 0
const skip = siteUnavailable || (!hasJdk && 'javac is not installed')

describe('HttpClient of Java', { skip }, () => {
  shareTestSite()

  test('calls the API over plain HTTP with its default upgrade to HTTP/2', { timeout: 60_000 }, async () => {
    await using testApp = await openTestSite()
    const { token, client, refreshToken } = await testApp.createFixture()
    const refreshForm = new URLSearchParams({ grantType: 'refresh_token', ...client, refreshToken })
    const program = join(import.meta.dirname, 'JavaClient.java')
    const { stdout } = await promisify(execFile)('java', [program, testApp.url, token, String(refreshForm)], {
      timeout: 45_000,
    })
    const responses = [...stdout.matchAll(/^(\d+) (\w+) (.*)$/gm)].map(([, status, version, body = '']) => {
      const { message, content } = JSON.parse(body) as { message: string | null; content: object }
      return [Number(status), version, message, Object.keys(content)[0]]
    })
    assert.deepEqual(responses, [
      [200, 'HTTP_1_1', null, 'channelId'],
      [200, 'HTTP_1_1', null, 'messageId'],
      [200, 'HTTP_1_1', null, 'accessToken'],
      [200, 'HTTP_1_1', null, 'defaultLiveTitle'],
    ])
  })
})
