import assert from 'node:assert/strict'
import { execFile, execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import { promisify } from 'node:util'
import { webhooks } from '@onair/contract'
import { Compile } from 'typebox/compile'
import { openDropsTestApp } from '@onair/server/features/drops/test-helpers.ts'
import { readSnippets, runSnippet } from '../support/clients/doc-snippets.ts'
import { findFreePort } from '../support/programs/port.ts'
import { notificationBody, secret, signedMessage } from '../support/clients/signed-message.ts'
import { createTempFolder } from '@onair/server/infra/db/embedded/test-helpers.ts'

const page = 'docs/webhooks.md'
const { messageId } = signedMessage()
const claimedLine = `claimed ${JSON.parse(String(notificationBody())).message.event.data.dropsClaimId}`

function skipUnlessInstalled(command: string): string | false {
  try {
    execFileSync(command, [command === 'openssl' ? 'version' : '--version'])
    return false
  } catch {
    return `${command} is not installed`
  }
}

describe('receivers of docs/webhooks.md', () => {
  for (const [language, fence, command] of [
    ['TypeScript', 'ts receiver', undefined],
    ['Python', 'python', ['python3', '-c']],
  ] satisfies [string, string, string[] | undefined][]) {
    const skip = language === 'Python' && skipUnlessInstalled('python3')
    test(
      `${language}: accepts a signed claim once, also as a new message, and rejects all others`,
      { skip },
      async () => {
        const port = await findFreePort()
        const env = { CLIENT_SECRET: secret, PORT: String(port) }
        await using receiver = runSnippet(readSnippets(page, fence).join('\n'), { env, ...(command && { command }) })
        assert.equal(await receiver.next(), 'ready')
        const send = async ({ headers, body }: { headers: Record<string, string>; body: Uint8Array }) =>
          (await fetch(`http://127.0.0.1:${port}/hook`, { method: 'POST', headers, body: new Uint8Array(body) })).status

        const now = Date.now()
        const { headers, body } = signedMessage({ at: now })
        assert.equal(await send({ headers, body: Buffer.concat([body, Buffer.from(' ')]) }), 403)
        assert.equal(await send(signedMessage({ at: now, key: 'another' })), 403)
        assert.equal(await send(signedMessage({ at: now - 600_000 })), 403)
        assert.equal(await send({ headers: {}, body }), 403)
        assert.equal(await send({ headers, body }), 204)
        assert.equal(await receiver.next(), claimedLine)
        assert.equal(await send(signedMessage({ at: now, retry: 1 })), 204)
        const otherId = messageId.replace('3', '4')
        const resent = String(body).replaceAll(messageId, otherId)
        for (const text of [resent, resent.replaceAll('7c9b', '8c9b')])
          assert.equal(await send(signedMessage({ at: now, body: Buffer.from(text), messageId: otherId })), 204)
        assert.equal(await receiver.next(), claimedLine.replace('7c9b', '8c9b'))
      },
    )
  }
})

/** Writes a received message to a folder. */
function writeMessageFiles() {
  const folder = createTempFolder()
  const { headers, body } = signedMessage()
  writeFileSync(`${folder.path}/body.json`, body)
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\n`)
  writeFileSync(`${folder.path}/headers.txt`, lines.join(''))
  return { ...folder, headers }
}

describe('commands of docs/webhooks.md', () => {
  test('openssl computes the signature', { skip: skipUnlessInstalled('openssl') }, async () => {
    using messageFiles = writeMessageFiles()
    const env = {
      CLIENT_SECRET: secret,
      ID: messageId,
      TIMESTAMP: messageFiles.headers['Svc-Event-Message-Timestamp'] ?? '',
    }
    const command = ['bash', '-euc']
    await using shell = runSnippet(readSnippets(page, 'sh openssl').join('\n'), {
      cwd: messageFiles.path,
      command,
      env,
    })
    assert.equal(await shell.next(), messageFiles.headers['Svc-Event-Message-Signature'])
  })

  test('`onair webhook verify` finds the mistake', async () => {
    using messageFiles = writeMessageFiles()
    const script = readSnippets(page, 'sh doctor').join('\n').replaceAll('$PWD', messageFiles.path)
    const runDoctor = (CLIENT_SECRET: string) =>
      promisify(execFile)('bash', ['-euc', script], { env: { ...process.env, CLIENT_SECRET } })
    assert.equal((await runDoctor(secret)).stdout, 'The signature matches.\n')
    await assert.rejects(runDoctor('a-game'), {
      code: 1,
      stdout: /^The signature does not match\.\n- client id as secret/,
    })
  })

  test('the script gives the rewards of missed claims, and reports each once', async () => {
    await using testApp = await openDropsTestApp()
    const claims = await Promise.all(Array.from({ length: 3 }, () => testApp.claimReward()))
    const { clientId, clientSecret } = testApp.client
    const env = { BASE: testApp.url, CLIENT_ID: clientId, CLIENT_SECRET: clientSecret }
    const giveRewards = readSnippets(page, 'ts give').join('\n')
    await using first = runSnippet(giveRewards, { env })
    for (const _ of claims) assert.match(await first.next(), new RegExp(`^give ${testApp.sword} to [0-9a-f]{32}$`))
    assert.equal(await first.next(), 'SUCCESS 3')
    assert.deepEqual(await first.end(), { code: 0, stderr: '' })
    assert.deepEqual([...new Set((await testApp.loadClaims()).map((row) => row.fulfillment_state))], ['FULFILLED'])
    await using second = runSnippet(giveRewards, { env })
    assert.deepEqual(await second.end(), { code: 0, stderr: '' })
  })

  test('the example message matches the contract', () => {
    const { headers } = signedMessage()
    const named = Object.entries(headers).flatMap(([name, value]) =>
      name.startsWith('Svc-') ? [[name.slice('Svc-'.length), value]] : [],
    )
    assert.deepEqual(Compile(webhooks.drop_reward_claim.headers).Errors(Object.fromEntries(named)), [])
    const [shown = ''] = readSnippets(page, 'json')
    assert.deepEqual(JSON.parse(shown), JSON.parse(String(notificationBody())))
    assert.deepEqual(Compile(webhooks.drop_reward_claim.body).Errors(JSON.parse(shown)), [])
  })
})
