import assert from 'node:assert/strict'
import { test } from 'node:test'
import { runProgram, startProgram } from '../testing/program.ts'
import { openReceiver } from '../testing/receiver.ts'
import { newFolder } from '../world/db/embedded/testing.ts'

test('a missed notification is found, looked at and sent again from the command line, beside the running program', async () => {
  using folder = newFolder()
  await using receiver = await openReceiver()
  await using program = startProgram(['serve', '--port', '0', '--data-dir', folder.path, '--json'])
  const { baseUrl } = await program.ready()
  const play = async (path: string, body: object) => {
    const headers = { 'content-type': 'application/json' }
    const answer = await fetch(`${baseUrl}/sandbox/v1${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
    return ((await answer.json()) as { content: any }).content
  }
  const { clientId } = await play('/apps', {
    name: 'game',
    redirectUri: 'http://127.0.0.1:9/',
    organizationId: 'company',
    webhookUrl: receiver.url,
  })
  const onair = async (...args: string[]) => {
    const { code, out, said } = await runProgram(['deliveries', ...args, '--data-dir', folder.path])
    assert.deepEqual([code, said], [0, ''])
    return out
  }
  assert.equal(await onair('list', clientId), 'There is no such notification.\n')
  for (const asked of [['list'], ['resend', '--since', '2020-01-01T00:00:00Z']]) {
    const { code, said } = await runProgram(['deliveries', ...asked, 'nobody', '--data-dir', folder.path])
    assert.deepEqual([code, said], [1, 'onair: There is no application nobody.\n'])
  }
  const { rewardIds } = await play('/drops/campaigns', { clientId, categoryId: 'talk', rewards: ['검'] })
  const { channelId } = await play('/people', { channelName: '시청자' })
  receiver.answer((response) => void response.writeHead(410, { 'x-why': 'moved away' }).end('gone'))
  await play('/acts/claim', { rewardId: rewardIds[0], byChannelId: channelId })
  await receiver.next()

  const listed = async (...args: string[]) =>
    (await onair('list', clientId, '--json', ...args))
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line))
  while ((await listed())[0].state !== 'GIVEN_UP');
  const [{ deliveryId }, ...others] = await listed('--state', 'GIVEN_UP')
  assert.deepEqual([others, await listed('--state', 'WAITING')], [[], []])
  assert.match(await onair('list', clientId), new RegExp(`${deliveryId}  GIVEN_UP   1 sent  answered 410\n`))
  const shown = await onair('show', deliveryId)
  for (const line of [
    `> POST ${receiver.url}`,
    '< x-why: moved away',
    '< gone',
    `> Svc-Event-Message-Id: ${deliveryId}`,
  ])
    assert.ok(shown.includes(`${line}\n`), shown)

  receiver.answer(200)
  assert.equal(await onair('resend', clientId, '--since', '2020-01-01T00:00:00Z'), '1 notification is sent again.\n')
  const again = await receiver.next()
  assert.notEqual(again.headers['svc-event-message-id'], deliveryId)
  assert.equal(await onair('resend', clientId, deliveryId), '1 notification is sent again.\n')
  await receiver.next()
})

test('an application is registered with its webhook, unless nothing would ever be sent there', async () => {
  using folder = newFolder()
  const create = (webhookUrl: string) =>
    runProgram(
      ['app', 'create', '--name', 'game', '--redirect-uri', 'http://127.0.0.1:9/', '--json'].concat([
        '--data-dir',
        folder.path,
        '--webhook-url',
        webhookUrl,
      ]),
    )
  const made = await create('https://game.example/hook')
  assert.deepEqual([made.code, made.said], [0, ''])
  const refused = await create('https://10.0.0.1/')
  assert.deepEqual([refused.code, refused.said], [1, 'onair: webhookUrl: nothing is sent to the address 10.0.0.1\n'])
})

for (const [args, told] of [
  [['list'], 'deliveries list needs <client id>.'],
  [['list', 'a', '--state', 'LOST'], '--state is one of WAITING, DELIVERED, GIVEN_UP'],
  [['show'], 'deliveries show needs <delivery id>.'],
  [['resend', 'a'], 'deliveries resend needs either ids of notifications or --since.'],
] as const)
  test(`onair deliveries ${args.join(' ')} is refused in one line`, async () => {
    const { code, out, said } = await runProgram(['deliveries', ...args])
    assert.deepEqual([code, out], [2, ''])
    assert.ok(said.startsWith(`onair: ${told}`), said)
  })
