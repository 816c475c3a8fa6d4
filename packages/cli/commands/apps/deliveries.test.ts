import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { eventually } from '../../../../tests/support/eventually.ts'
import { runCommandHere, startProgram } from '../../../../tests/support/programs/program.ts'
import { openWebhookReceiver } from '../../../../tests/support/clients/webhook-receiver.ts'
import { createDataDirectory } from '../../../../tests/support/programs/data-directory.ts'

/** Starts the program with an application that has a webhook. */
async function openDeliveriesProgram() {
  await using opening = new AsyncDisposableStack()
  const folder = opening.use(await createDataDirectory())
  const receiver = opening.use(await openWebhookReceiver())
  const program = opening.use(startProgram(['serve', '--port', '0', '--data-dir', folder.path, '--json']))
  const { baseUrl } = await program.ready()
  const sandbox = async (path: string, body: object) => {
    const headers = { 'content-type': 'application/json' }
    const response = await fetch(`${baseUrl}/sandbox/v1${path}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    })
    return ((await response.json()) as { content: any }).content
  }
  const { clientId } = await sandbox('/apps', {
    name: 'game',
    redirectUri: 'http://127.0.0.1:9/',
    organizationId: 'company',
    webhookUrl: receiver.url,
  })
  const runDeliveries = async (...args: string[]) => {
    const { code, stdout, stderr } = await runCommandHere(['deliveries', ...args, '--data-dir', folder.path])
    assert.deepEqual([code, stderr], [0, ''])
    return stdout
  }
  const opened = opening.move()
  return {
    folder,
    receiver,
    clientId: String(clientId),
    sandbox,
    runDeliveries,
    async claimReward() {
      const { rewardIds } = await sandbox('/drops/campaigns', { clientId, categoryId: 'talk', rewards: ['검'] })
      const { channelId } = await sandbox('/people', { channelName: '시청자' })
      await sandbox('/actions/claim', { rewardId: rewardIds[0], byChannelId: channelId })
    },
    async listDeliveries(...args: string[]): Promise<{ deliveryId: string; state: string }[]> {
      const lines = (await runDeliveries('list', clientId, '--json', ...args)).split('\n')
      return lines.filter((line) => line !== '').map((line) => JSON.parse(line))
    },
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  }
}

describe('onair deliveries', () => {
  test('list, show and resend work while the server runs', async () => {
    await using program = await openDeliveriesProgram()
    const { folder, receiver, clientId, runDeliveries } = program
    assert.equal(await runDeliveries('list', clientId), 'No delivery matches.\n')
    for (const command of [['list'], ['resend', '--since', '2020-01-01T00:00:00Z']]) {
      const { code, stderr } = await runCommandHere(['deliveries', ...command, 'unknown', '--data-dir', folder.path])
      assert.deepEqual([code, stderr], [1, 'onair: There is no application unknown.\n'])
    }
    receiver.replyWith((response) => void response.writeHead(410, { 'x-reason': 'moved away' }).end('gone'))
    await program.claimReward()
    await receiver.next()

    await eventually(async () => (await program.listDeliveries())[0]?.state === 'EXHAUSTED')
    const [{ deliveryId } = { deliveryId: '' }, ...others] = await program.listDeliveries('--state', 'EXHAUSTED')
    assert.deepEqual(others, [])
    assert.deepEqual(await program.listDeliveries('--state', 'WAITING'), [])
    assert.match(
      await runDeliveries('list', clientId),
      new RegExp(`${deliveryId}  EXHAUSTED  1 attempt  the receiver responded with status 410\n`),
    )
    const delivery = await runDeliveries('show', deliveryId)
    for (const line of [
      `> POST ${receiver.url}`,
      '< x-reason: moved away',
      '< gone',
      `> Svc-Event-Message-Id: ${deliveryId}`,
    ])
      assert.ok(delivery.includes(`${line}\n`), delivery)

    receiver.replyWith(200)
    assert.equal(
      await runDeliveries('resend', clientId, '--since', '2020-01-01T00:00:00Z'),
      '1 delivery queued for resending.\n',
    )
    const resent = await receiver.next()
    assert.notEqual(resent.headers['svc-event-message-id'], deliveryId)
    assert.equal(await runDeliveries('resend', clientId, deliveryId), '1 delivery queued for resending.\n')
    await receiver.next()
  })

  test('--endpoint selects the deliveries to one webhook endpoint', async () => {
    await using program = await openDeliveriesProgram()
    await using further = await openWebhookReceiver()
    const { clientId, receiver, runDeliveries, sandbox } = program
    const { endpointId } = await sandbox(`/apps/${clientId}/webhook/endpoints`, { name: 'staging', url: further.url })
    further.replyWith(410)
    await program.claimReward()
    await Promise.all([receiver.next(), further.next()])
    const listStates = async (endpoint: string) =>
      (await program.listDeliveries('--endpoint', endpoint)).map(({ state }) => state)
    await eventually(async () =>
      assert.deepEqual([await listStates(endpointId), await listStates(clientId)], [['EXHAUSTED'], ['DELIVERED']]),
    )
    assert.match(await runDeliveries('list', clientId), new RegExp(`EXHAUSTED  1 attempt  to endpoint ${endpointId}  `))

    const since = ['--since', '2020-01-01T00:00:00Z', '--all']
    const resend = (endpoint: string) => runDeliveries('resend', clientId, ...since, '--endpoint', endpoint)
    assert.equal(await resend(endpointId), '1 delivery queued for resending.\n')
    await further.next()
    assert.equal(receiver.received.length, 1)
    for (const [args, code] of [
      [['not-a-delivery', '--endpoint', endpointId], 2],
      [[...since, '--endpoint', 'unknown'], 1],
    ] as const) {
      const folder = ['--data-dir', program.folder.path]
      assert.equal((await runCommandHere(['deliveries', 'resend', clientId, ...args, ...folder])).code, code)
    }
  })

  test('escapes of a receiver and of arguments do not reach the terminal', async () => {
    await using program = await openDeliveriesProgram()
    const { folder, receiver, runDeliveries } = program
    // An escape, the same as one character (C1), a title that ends with BEL, a carriage return, and a bidi override.
    const escapes = '\x1b[2J\x9b31m\x1b]0;title\x07\r\u202e'
    const shown = String.raw`\u001b[2J\u009b31m\u001b]0;title\u0007\u000d\u202e`
    receiver.replyWith(
      (response) => void response.writeHead(410, 'Gone\x9b', { 'x-reason': 'moved\x9b31m' }).end(escapes),
    )
    await program.claimReward()
    await eventually(async () => (await program.listDeliveries())[0]?.state === 'EXHAUSTED')
    const [{ deliveryId } = { deliveryId: '' }] = await program.listDeliveries()
    const text = await runDeliveries('show', deliveryId)
    assert.ok(text.includes(`< ${shown}\n`), text)
    assert.ok(text.includes(String.raw`< x-reason: moved\u009b31m`), text)
    const json = await runDeliveries('show', deliveryId, '--json')
    assert.equal(JSON.parse(json).attemptsMade[0].response.body.text, escapes)
    const refused = await runCommandHere(['deliveries', 'list', escapes, '--data-dir', folder.path])
    assert.equal(refused.stderr, `onair: There is no application ${shown}.\n`)
    for (const output of [text, json, refused.stderr]) assert.doesNotMatch(output, /[^\P{Cc}\n\t]|\u202e/u)
  })

  test('app create --webhook-url sets the webhook and rejects an internal address', async () => {
    using folder = await createDataDirectory()
    const createApp = (webhookUrl: string) =>
      runCommandHere(
        ['app', 'create', '--name', 'game', '--redirect-uri', 'http://127.0.0.1:9/', '--json'].concat([
          '--data-dir',
          folder.path,
          '--webhook-url',
          webhookUrl,
        ]),
      )
    const created = await createApp('https://game.example/hook')
    assert.deepEqual([created.code, created.stderr], [0, ''])
    const rejected = await createApp('https://10.0.0.1/')
    assert.deepEqual(
      [rejected.code, rejected.stderr],
      [1, 'onair: webhookUrl: webhooks are not sent to the address 10.0.0.1\n'],
    )
  })

  for (const [args, message] of [
    [['list'], 'deliveries list requires <client id>.'],
    [['list', 'a', '--state', 'LOST'], '--state must be one of WAITING, DELIVERED, EXHAUSTED'],
    [['show'], 'deliveries show requires <delivery id>.'],
    [['resend', 'a'], 'deliveries resend requires either delivery ids or --since.'],
  ] as const)
    test(`${args.join(' ')} prints one line and exits with code 2`, async () => {
      const { code, stdout, stderr } = await runCommandHere(['deliveries', ...args])
      assert.deepEqual([code, stdout], [2, ''])
      assert.ok(stderr.startsWith(`onair: ${message}`), stderr)
    })
})
