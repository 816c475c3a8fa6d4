import assert from 'node:assert/strict'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { createTempFolder } from '@onair/server/infra/db/embedded/test-helpers.ts'
import { eventually } from '../support/eventually.ts'
import { runCommandHere } from '../support/programs/program.ts'
import { openSandboxApp, type SandboxApp } from '../support/apps/sandbox-app.ts'
import { generateNight } from '@onair/lab/replay'
import type { ActionLine } from '@onair/lab/replay'

const folder = createTempFolder()
const file = (name: string) => join(folder.path, name)
let recorded: SandboxApp
let target: SandboxApp
before(async () => {
  ;[recorded, target] = await Promise.all([openSandboxApp({ demo: true }), openSandboxApp({ demo: true })])
})
after(async () => {
  await Promise.all([recorded[Symbol.asyncDispose](), target[Symbol.asyncDispose]()])
  folder[Symbol.dispose]()
})

async function run(app: SandboxApp, ...args: string[]): Promise<string> {
  const { code, stdout, stderr } = await runCommandHere(args, { ONAIR_URL: app.url })
  assert.equal(code, 0, stderr)
  return stdout
}
const replay = async (app: SandboxApp, ...args: string[]) => JSON.parse(await run(app, 'replay', ...args, '--json'))
const streamerOf = async (app: SandboxApp) => {
  const { demo } = await app.sandbox('GET', '')
  return { demo, channelId: demo.people.find(({ is }: { is: string }) => is === 'streamer').channelId }
}

/** Calls the console as a person. */
async function signIn(app: SandboxApp, channelId: string) {
  const { cookie } = await app.sandbox('POST', `/people/${channelId}/web-sessions`)
  return async (method: string, path: string, json: object | undefined = method === 'GET' ? undefined : {}) => {
    const { status, body } = await app.call(method, `/console/v1${path}`, { headers: { cookie }, json })
    assert.equal(status, 200, `${method} ${path} ${JSON.stringify(body)}`)
    return body.content
  }
}

/** Entries of a list with equal times are ordered by ids. */
function readable(content: any) {
  return withoutIds({
    ...content,
    data: content.data?.map((each: object) => JSON.stringify(withoutIds(each))).toSorted(),
  })
}

/** Returns the content of a person's pages, without ids. */
async function readPages(app: SandboxApp, channelId: string) {
  const call = await signIn(app, channelId)
  const state: Record<string, unknown> = {}
  const ofChannel = ['chat/settings', 'chat/blocked-words', 'notice', 'restrictions']
  const paths = ofChannel.map((name) => `/channels/${channelId}/${name}`)
  for (const path of ['/live/setting', '/managers', '/apps', ...paths])
    state[path.replace(channelId, '')] = readable(await call('GET', path))
  const { data } = await call('GET', '/apps')
  state['campaigns'] = []
  for (const { clientId } of data)
    (state['campaigns'] as unknown[]).push(
      readable(await call('GET', `/campaigns?clientId=${clientId}`)),
      readable(await call('GET', `/apps/${clientId}/webhook`)),
    )
  // The webhook is at the address of the sandbox.
  return JSON.parse(JSON.stringify(state).replaceAll(app.url, ''))
}

const managerOf = async (app: SandboxApp) => {
  const streamer = await signIn(app, (await streamerOf(app)).channelId)
  const { data } = await streamer('GET', '/managers')
  return data.find(({ managerChannelName }: any) => managerChannelName === '보라').managerChannelId
}

/** An evening of changes on the pages: title, chat, moderation, roles, applications, campaigns. */
async function performPageChanges(app: SandboxApp) {
  const { channelId } = await streamerOf(app)
  const streamer = await signIn(app, channelId)
  const people: { channelId: string }[] = []
  for (const channelName of ['보라', '초록', '노랑'])
    people.push(await app.sandbox('POST', '/people', { channelName, identityVerified: true, organizationId: '회사' }))
  const [manager = '', troll = '', released = ''] = people.map((person) => person.channelId)
  await streamer('POST', '/live', { liveTitle: '화면에서 시작' })
  await streamer('PATCH', '/live/setting', { defaultLiveTitle: '화면에서 바꾼 제목', adult: true, tags: ['태그'] })
  await streamer('PATCH', `/channels/${channelId}/chat/settings`, {
    chatSlowModeSec: 0,
    minFollowerMinute: 0,
    chatAvailableGroup: 'ALL',
  })
  await streamer('PUT', `/channels/${channelId}/chat/blocked-words`, { words: ['금지어'] })
  await streamer('PUT', `/managers/${manager}`, { userRole: 'STREAMING_CHAT_MANAGER' })
  await streamer('PUT', `/managers/${released}`, { userRole: 'STREAMING_CHAT_MANAGER' })
  await streamer('DELETE', `/managers/${released}`)
  const byManager = await signIn(app, manager)
  await byManager('PUT', `/channels/${channelId}/follow`)
  await byManager('PUT', `/channels/${channelId}/notice`, { message: '화면의 공지' })
  const byTroll = await signIn(app, troll)
  const { messageId } = await byTroll('POST', `/channels/${channelId}/chat`, { message: '화면에서 보낸 도배' })
  await byTroll('POST', `/channels/${channelId}/chat`, { message: '남는 메시지' })
  await byManager('DELETE', `/channels/${channelId}/chat/${messageId}`)
  await byManager('PUT', `/channels/${channelId}/restrictions/${troll}`)
  await byManager('PUT', `/channels/${channelId}/restrictions/${released}`)
  await byManager('DELETE', `/channels/${channelId}/restrictions/${released}`)
  const { clientId } = await byManager('POST', '/apps', {
    name: '화면의 앱',
    redirectUri: 'http://127.0.0.1:9/callback',
    organizationId: '회사',
  })
  await byManager('PATCH', `/apps/${clientId}`, { name: '이름을 바꾼 앱' })
  await byManager('PUT', `/apps/${clientId}/webhook`, { url: `${app.url}/hook` })
  const rewards = [{ name: '검', watchMinutes: 0 }]
  const campaign = { title: '화면의 캠페인', categoryId: 'talk', rewards }
  await byManager('POST', `/apps/${clientId}/campaigns`, campaign)
  const { campaignId } = await byManager('POST', `/apps/${clientId}/campaigns`, { ...campaign, title: '끝난 캠페인' })
  await byManager('PUT', `/apps/${clientId}/campaigns/${campaignId}/end`)
  await app.deps.recorder.flush()
}

/** Returns the visible state of the streamer's channel, with names instead of ids. */
async function readState(app: SandboxApp) {
  await app.deps.recorder.flush()
  const { demo, channelId } = await streamerOf(app)
  const { accessToken: token } = await app.sandbox('POST', '/grants', { clientId: demo.clientId, channelId })
  const get = async (path: string) => (await app.call('GET', path, { token })).body.content
  const { state, recent } = (await app.call('GET', `/console/v1/channels/${channelId}`)).body.content
  return {
    followers: (await get('/open/v1/channels/followers')).data.map(({ channelName }: any) => channelName),
    subscribers: (await get('/open/v1/channels/subscribers')).data.map((each: any) => [each.channelName, each.month]),
    settings: await get('/open/v1/chats/settings'),
    restricted: (await get('/open/v1/restrict-channels')).data.map((each: any) => each.restrictedChannelName),
    state: withoutIds(state),
    // The fake clock stands still, so entries have equal times; the records have the order.
    recent: recent.map((entry: object) => JSON.stringify(withoutIds(entry))).toSorted(),
    chats: (await app.sandbox('GET', `/records?kind=event&name=CHAT&channelId=${channelId}&full=true`)).data.map(
      ({ detail }: any) => JSON.parse(detail.payload.text).content,
    ),
  }
}

function withoutIds(value: unknown): unknown {
  return JSON.parse(
    JSON.stringify(value, (name, inner) =>
      /Ids?$|Url$|Time$|Date$|At$|^emojis$|^position$|^id$/.test(name) ? undefined : inner,
    ),
  )
}

/** An evening with every kind of change. */
async function performEvening(app: SandboxApp) {
  const { demo, channelId } = await streamerOf(app)
  const viewer = await app.sandbox('POST', '/people', { channelName: '새로 온 사람', email: 'new@onair.test' })
  const by = { channelId, byChannelId: viewer.channelId }
  await app.sandbox('POST', '/actions/go-live', { channelId, liveTitle: '첫 방송', viewers: 120 })
  await app.sandbox('POST', '/actions/follow', by)
  await app.sandbox('POST', '/actions/chat', { ...by, message: '안녕하세요 {:smile:}' })
  await app.sandbox('POST', '/actions/donate', { ...by, payAmount: 5_000, donationText: '응원' })
  await app.sandbox('POST', '/actions/donate', { channelId, byChannelId: null, payAmount: 1_000 })
  await app.sandbox('POST', '/actions/subscribe', { ...by, tierNo: 2, month: 3 })
  await app.sandbox('POST', '/actions/subscribe', { ...by, tierNo: 2 })
  await app.sandbox('POST', '/actions/manage', { ...by, userRole: 'STREAMING_CHAT_MANAGER' })
  const { accessToken: token } = await app.sandbox('POST', '/grants', { clientId: demo.clientId, channelId })
  const bot = (method: string, path: string, json: object) => app.call(method, path, { token, json })
  await bot('POST', '/open/v1/chats/send', { message: '봇입니다' })
  await bot('POST', '/open/v1/chats/notice', { message: '공지입니다' })
  await bot('PUT', '/open/v1/chats/settings', {
    chatSlowModeSec: 0,
    chatEmojiMode: false,
    minFollowerMinute: 0,
    chatAvailableCondition: 'NONE',
    chatAvailableGroup: 'ALL',
    allowSubscriberInFollowerMode: true,
  })
  const troll = demo.people.find(({ is }: { is: string }) => is === 'viewer').channelId
  await app.sandbox('POST', '/actions/chat', { channelId, byChannelId: troll, message: 'spam' })
  await bot('POST', '/open/v1/restrict-channels', { targetChannelId: troll })
  const refused = await app.call('POST', '/sandbox/v1/actions/chat', {
    json: { channelId, byChannelId: troll, message: 'again' },
  })
  assert.equal(refused.status, 403)
  const { rewardIds } = await app.sandbox('POST', '/drops/campaigns', {
    clientId: demo.clientId,
    categoryId: 'talk',
    rewards: ['검'],
  })
  await app.sandbox('POST', '/actions/claim', { rewardId: rewardIds[0], byChannelId: viewer.channelId })
  await app.deps.recorder.flush()
}

describe('onair record and onair replay', () => {
  test('a recording replayed in another sandbox gives the same state', async () => {
    await performEvening(recorded)
    await run(recorded, 'record', file('evening.ndjson'), '--past')
    const result = await replay(target, file('evening.ndjson'), '--speed', 'max', '--in-order')
    assert.deepEqual([result.refused, result.skipped, result.reasons], [0, 0, {}])
    assert.deepEqual(await readState(target), await readState(recorded))
    const { demo } = await streamerOf(target)
    const client = { clientId: demo.clientId, clientSecret: demo.clientSecret }
    const claims = await target.call('GET', '/open/v1/drops/reward-claims', { client })
    assert.equal(claims.body.content.data.length, 1)
  })

  test('changes on the pages give the same state in another sandbox, and no password, cookie or secret is recorded', async () => {
    await using source = await openSandboxApp({ demo: true })
    await using copy = await openSandboxApp({ demo: true })
    await performPageChanges(source)
    await run(source, 'record', file('pages.ndjson'), '--past')
    const text = readFileSync(file('pages.ndjson'), 'utf8')
    for (const pattern of [/onair-session=[^•"]/, /"clientSecret":"[^•]/, /"cookie":"[^•]/, /"password":"[^•]/])
      assert.doesNotMatch(text, pattern)
    const result = await replay(copy, file('pages.ndjson'), '--speed', 'max', '--in-order')
    assert.deepEqual([result.refused, result.skipped, result.reasons], [0, 0, {}])
    assert.deepEqual(await readState(copy), await readState(source))
    for (const idOf of [async (app: SandboxApp) => (await streamerOf(app)).channelId, managerOf])
      assert.deepEqual(await readPages(copy, await idOf(copy)), await readPages(source, await idOf(source)))
  })

  test('--anonymize leaves no name, id, address or secret', async () => {
    await run(recorded, 'record', file('anonymous.ndjson'), '--past', '--anonymize')
    const text = readFileSync(file('anonymous.ndjson'), 'utf8')
    const { demo, channelId } = await streamerOf(recorded)
    const secrets = ['새로 온 사람', 'new@onair.test', channelId, demo.clientId, demo.clientSecret, '하늘방송']
    for (const secret of secrets) assert.ok(!text.includes(secret), secret)
    assert.ok(text.includes('봇입니다'))
    await using fresh = await openSandboxApp({ demo: true })
    const result = await replay(fresh, file('anonymous.ndjson'), '--speed', 'max', '--in-order')
    assert.deepEqual([result.refused, result.skipped], [0, 0])
  })

  test('a chat log is imported, and its people are created', async () => {
    writeFileSync(
      file('chat.log'),
      '[00:00:01] 보라: 안녕\n— a line of another kind —\n00:00:02.500 초록 : 반가워요: 모두\n',
    )
    const result = await replay(target, file('chat.log'), '--speed', 'max', '--in-order', '--channel', 'manager')
    assert.deepEqual([result.done, result.refused], [2, 0])
    const { demo } = await streamerOf(target)
    const { channelId } = demo.people.find(({ is }: { is: string }) => is === 'manager')
    const { recent } = (await target.call('GET', `/console/v1/channels/${channelId}`)).body.content
    assert.deepEqual(recent.map(({ event }: any) => event.content).toSorted(), ['반가워요: 모두', '안녕'])
  })

  test('a part of a generated night is replayed without loss, several lines at a time', async () => {
    const until = 120
    const expected = [...generateNight('night-busy', 3)].filter(
      (line): line is ActionLine => line.kind === 'action' && line.atMs < until * 1_000,
    )
    const result = await replay(
      target,
      'night-busy',
      '--seed',
      '3',
      '--to',
      `${until}s`,
      '--speed',
      'max',
      '--channel',
      'follower',
    )
    assert.deepEqual([result.done, result.refused, result.skipped], [expected.length, 0, 0])
    const { demo } = await streamerOf(target)
    const { channelId } = demo.people.find(({ is }: { is: string }) => is === 'follower')
    await target.deps.recorder.flush()
    let chats = 0
    for (let before: number | null | undefined; before !== null;) {
      const query = `/records?kind=event&name=CHAT&channelId=${channelId}&size=100${before === undefined ? '' : `&before=${before}`}`
      const { data, page } = await target.sandbox('GET', query)
      chats += data.length
      before = page.next
    }
    assert.equal(chats, expected.filter(({ action }) => action === 'chat').length)
  })

  for (const speed of ['max', '1000'])
    test(`the messages of a channel keep their order at the speed ${speed}, among other lines of their senders`, async () => {
      await using app = await openSandboxApp({ demo: true })
      const lines = [...generateNight('night-busy', 3)]
        .filter((line): line is ActionLine => line.kind === 'action' && line.atMs < 120_000)
        .map((line, at) => (line.action === 'chat' ? { ...line, input: { ...line.input, message: `${at}` } } : line))
      writeFileSync(file('numbered.ndjson'), lines.map((line) => JSON.stringify(line)).join('\n'))
      const result = await replay(app, file('numbered.ndjson'), '--speed', speed)
      assert.deepEqual([result.done, result.refused], [lines.length, 0])
      assert.deepEqual(
        await readMessages(app),
        lines.filter(({ action }) => action === 'chat').map(({ input }) => input['message']),
      )
    })

  test('what is recorded live until Ctrl+C gives the same state in another sandbox', async () => {
    await using live = await openSandboxApp({ demo: true })
    await using copy = await openSandboxApp({ demo: true })
    const recording = run(live, 'record', file('live.ndjson'))
    const { channelId } = (await streamerOf(live)).demo.people.find(({ is }: any) => is === 'follower')
    // Repeated until it is in the file: the recording has begun.
    await eventually(async () => {
      await live.sandbox('POST', '/actions/go-live', { channelId })
      await live.deps.recorder.flush()
      return existsSync(file('live.ndjson')) && readFileSync(file('live.ndjson'), 'utf8').includes('/actions/go-live')
    })
    await performEvening(live)
    process.emit('SIGINT')
    assert.match(await recording, /^\d+ records in /)
    const result = await replay(copy, file('live.ndjson'), '--speed', 'max', '--in-order')
    assert.deepEqual([result.refused, result.skipped, result.reasons], [0, 0, {}])
    assert.deepEqual(await readState(copy), await readState(live))
  })

  test('an invalid message is refused alone, and the others of its batch are sent in their order', async () => {
    const texts = ['하나', 'x'.repeat(2_001), '둘', 'x'.repeat(101), '셋']
    writeFileSync(file('invalid.log'), texts.map((text) => `[00:00:00] 긴말: ${text}`).join('\n'))
    const result = await replay(target, file('invalid.log'), '--speed', 'max', '--channel', 'viewer')
    assert.deepEqual([result.done, result.refused], [3, 2])
    const { demo } = await streamerOf(target)
    const { channelId } = demo.people.find(({ is }: { is: string }) => is === 'viewer')
    const rows = await target.deps.db.read
      .selectFrom('chat_message')
      .select('content')
      .where('channel_id', '=', channelId)
      .orderBy('message_time')
      .execute()
    assert.deepEqual(rows.map(({ content }) => content).toSorted(), ['하나', '둘', '셋'].toSorted())
  })

  test('--loop begins again at the end until Ctrl+C, with the same people', async () => {
    writeFileSync(file('loop.log'), '[00:00:00] 고리: 하나\n[00:00:01] 고리: 둘\n')
    const countPeople = async () => (await target.sandbox('GET', '/people?name=고리')).data.length
    const looping = replay(target, file('loop.log'), '--speed', 'max', '--loop', '--channel', 'viewer')
    const { demo } = await streamerOf(target)
    const { channelId } = demo.people.find(({ is }: { is: string }) => is === 'viewer')
    await eventually(async () => {
      const { recent } = (await target.call('GET', `/console/v1/channels/${channelId}`)).body.content
      return recent.filter(({ event }: any) => event.content === '둘').length >= 3
    })
    process.emit('SIGINT')
    const result = await looping
    // A pass has two lines.
    assert.ok(result.done > 2, `${result.done}`)
    assert.deepEqual([result.refused, result.skipped, await countPeople()], [0, 0, 1])
  })

  test('--loop ends when nothing is played', async () => {
    writeFileSync(file('empty.log'), 'nothing\n')
    assert.equal((await replay(target, file('empty.log'), '--loop')).done, 0)
  })

  test('people who are needed at the same time are created by one request', async () => {
    const lines = Array.from({ length: 100 }, (_, at) => `[00:00:00] 동시${at}: 안녕`)
    writeFileSync(file('crowd.log'), lines.join('\n'))
    const before = await countBatches()
    const result = await replay(target, file('crowd.log'), '--speed', 'max', '--channel', 'subscriber')
    assert.deepEqual([result.done, result.refused], [100, 0])
    assert.equal((await target.sandbox('GET', '/people?name=동시')).data.length, 100)
    const batches = (await countBatches()) - before
    assert.ok(batches <= 10, `${batches} requests`)
  })

  test('the options --from and --to cut', async () => {
    const lines = [0, 1_000, 2_000, 3_000].map((atMs) => ({
      kind: 'action',
      atMs,
      action: 'chat',
      input: { channelId: 'main', byChannelId: 'someone', message: `at ${atMs}` },
    }))
    writeFileSync(file('cut.ndjson'), lines.map((line) => JSON.stringify(line)).join('\n'))
    const cut = ['--from', '1s', '--to', '3s', '--channel', 'subscriber']
    const result = await replay(target, file('cut.ndjson'), ...cut)
    assert.equal(result.done, 2)
  })

  for (const [content, message] of [
    ['{"kind":"start","format":"other"}', 'The recording has an unknown format.'],
    ['{"kind":"dance","atMs":0}', 'Line 1 has an unknown kind.'],
    ['{"kind":"action"}', 'Line 1 has no atMs.'],
    [
      '{"kind":"person","channelId":"a","channelname":"b"}',
      'Line 1 has an unknown field channelname (did you mean channelName?).',
    ],
    [
      '{"kind":"action","atMs":0,"action":"chat","input":{"massage":"hi"}}',
      'Line 1 has an unknown field massage (did you mean message?) in its input.',
    ],
    ['{"kind":', 'Line 1 is not JSON.'],
  ] as const)
    test(`the file ${content} is refused`, async () => {
      writeFileSync(file('broken.ndjson'), content)
      const { code, stderr } = await runCommandHere(['replay', file('broken.ndjson')], { ONAIR_URL: target.url })
      assert.equal(code, 1)
      assert.ok(stderr.endsWith(`${message}\n`), stderr)
    })

  for (const speed of ['0', '1001', '2.5', 'fast'])
    test(`--speed ${speed} is refused`, async () => {
      const { code, stderr } = await runCommandHere(['replay', 'night-small', '--speed', speed])
      assert.equal(code, 2)
      assert.match(stderr, /--speed must be an integer from 1 to 1000/)
    })
})

/** The messages of the streamer's channel, in the order of their events. */
async function readMessages(app: SandboxApp): Promise<string[]> {
  await app.deps.recorder.flush()
  const messages: string[] = []
  for (let before: number | null | undefined; before !== null;) {
    const from = before === undefined ? '' : `&before=${before}`
    const { data, page } = await app.sandbox('GET', `/records?kind=event&name=CHAT&full=true&size=100${from}`)
    messages.push(...data.map(({ detail }: any) => JSON.parse(detail.payload.text).content))
    before = page.next
  }
  return messages.toReversed()
}

async function countBatches() {
  await target.deps.recorder.flush()
  const query = `/records?kind=request&name=${encodeURIComponent('/people/batch')}&size=100`
  return (await target.sandbox('GET', query)).data.length
}
