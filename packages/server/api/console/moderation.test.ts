import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { consoleApi, type Endpoint } from '@onair/contract'
import { unknownChannelId } from '../../../../tests/support/apps/test-channel.ts'
import {
  openConsoleTestApp,
  findAcceptedInvalidInputs,
  statusAndMessage,
} from '../../../../tests/support/apps/console-test-app.ts'

describe('putManager, deleteManager', () => {
  test('assign, change and remove a role in the own channel', async () => {
    await using testApp = await openConsoleTestApp()
    const streamer = await testApp.signedIn('방송인')
    const path = `/managers/${testApp.viewer.channelId}`
    const listRoles = async () =>
      (await streamer.callConsole('GET', '/managers')).body.content.data.map((row: Record<string, unknown>) => [
        row['managerChannelId'],
        row['userRole'],
      ])
    for (const userRole of ['STREAMING_CHAT_MANAGER', 'STREAMING_CHANNEL_MANAGER']) {
      assert.equal((await streamer.callConsole('PUT', path, { userRole })).status, 200)
      assert.deepEqual(await listRoles(), [[testApp.viewer.channelId, userRole]])
    }
    await streamer.callConsole('DELETE', path)
    assert.deepEqual(await listRoles(), [])
    const owner = await streamer.callConsole('PUT', `/managers/${streamer.channelId}`, {
      userRole: 'STREAMING_CHAT_MANAGER',
    })
    assert.deepEqual(statusAndMessage(owner), [
      400,
      '잘못된 값을 입력했습니다. (managerChannelId: the owner cannot have another role)',
    ])
    assert.equal(
      (await streamer.callConsole('PUT', `/managers/${unknownChannelId}`, { userRole: 'STREAMING_CHAT_MANAGER' }))
        .status,
      404,
    )
  })
})

describe('the rights of managers', () => {
  const rights = [
    'listRestricted',
    'restrictTemporarily',
    'releaseTemporarily',
    'restrict',
    'release',
    'hideMessage',
    'clearChat',
    'hideDonation',
    'listModerationLog',
    'getChatter',
    'listViewers',
    'getBlockedWords',
    'putBlockedWords',
    'putNotice',
    'deleteNotice',
    'deleteRecording',
    'getChatSettings',
    'updateChatSettings',
    'endPoll',
    'deletePoll',
  ]
  const bodies: Record<string, object> = {
    restrictTemporarily: { seconds: 60 },
    putBlockedWords: { words: ['도박'] },
    putNotice: { message: '공지' },
    updateChatSettings: { chatSlowModeSec: 3 },
  }
  const { admin: _admin, ...groups } = consoleApi
  const ofChannels = Object.values(groups)
    .flatMap((group) => Object.entries<Endpoint>(group))
    .filter(([, { path }]) => path.includes('{channelId}'))

  test('of all calls about another channel, chat managers and channel managers may make these, and others none of them', async () => {
    await using testApp = await openConsoleTestApp()
    const [streamer, target, member] = [
      await testApp.signedIn('방송인'),
      testApp.viewer,
      await testApp.signedIn('회원'),
    ]
    const listForbidden = async () => {
      const forbidden: string[] = []
      for (const [name, { method, path }] of ofChannels) {
        const ownPath = path
          .replace('/console/v1', '')
          .replace('{channelId}', streamer.channelId)
          .replace('{targetChannelId}', target.channelId)
          .replace(/\{\w+\}/, '00000000-0000-4000-8000-000000000000')
        const { status } = await member.callConsole(
          method,
          ownPath,
          method === 'GET' ? undefined : (bodies[name] ?? {}),
        )
        if (status === 403) forbidden.push(name)
      }
      return forbidden
    }
    const listManaged = async () => (await member.callConsole('GET', '/managed-channels')).body.content.data
    const ofViewer = await listForbidden()
    assert.deepEqual(await listManaged(), [])
    assert.deepEqual(
      rights.filter((name) => !ofViewer.includes(name)),
      [],
    )
    for (const [userRole, ofRole] of [
      ['STREAMING_SETTLEMENT_MANAGER', []],
      ['STREAMING_CHAT_MANAGER', rights],
      ['STREAMING_CHANNEL_MANAGER', rights],
    ] as const) {
      await streamer.callConsole('PUT', `/managers/${member.channelId}`, { userRole })
      const forbidden = await listForbidden()
      assert.deepEqual(
        ofViewer.filter((name) => !forbidden.includes(name)).toSorted(),
        [...ofRole].toSorted(),
        userRole,
      )
      assert.deepEqual(await listManaged(), [
        { channelId: streamer.channelId, channelName: '방송인', channelImageUrl: null, userRole, live: null },
      ])
    }
    await streamer.callConsole('POST', '/live', {})
    const [{ live }] = await listManaged()
    assert.partialDeepStrictEqual(live, { liveTitle: null, viewers: 0 })
    const settings = (await streamer.callConsole('GET', `/channels/${streamer.channelId}/chat/settings`)).body.content
    assert.equal(settings.chatSlowModeSec, 3)
    const log = (await streamer.callConsole('GET', `/channels/${streamer.channelId}/moderation-log`)).body.content.data
    const changed = log.find(({ action }: Record<string, unknown>) => action === 'blocked_words.changed')
    assert.equal(changed.actorName, '회원')
  })
})

describe('restrict, release, listRestricted', () => {
  test('restrict a user in the own channel; only moderators list the restricted', async () => {
    await using testApp = await openConsoleTestApp()
    const streamer = await testApp.signedIn('방송인')
    const { viewer } = testApp
    const path = `/channels/${streamer.channelId}/restrictions/${viewer.channelId}`
    const sendChat = () => viewer.callConsole('POST', `/channels/${streamer.channelId}/chat`, { message: 'hi' })
    await streamer.callConsole('PUT', path)
    assert.equal((await sendChat()).status, 403)
    assert.deepEqual(statusAndMessage(await streamer.callConsole('PUT', path)), [
      400,
      '잘못된 값을 입력했습니다. (targetChannelId: is already restricted)',
    ])
    const listed = `/channels/${streamer.channelId}/restrictions?size=1`
    const { data } = (await streamer.callConsole('GET', listed)).body.content
    assert.equal(data[0].restrictedChannelId, viewer.channelId)
    assert.deepEqual(data[0].restrictedBy, {
      actorKind: 'person',
      actorChannelId: streamer.channelId,
      actorName: '방송인',
    })
    assert.equal((await viewer.callConsole('GET', listed)).status, 403)
    assert.equal((await streamer.callConsole('GET', `/channels/${unknownChannelId}/restrictions`)).status, 404)
    await streamer.callConsole('PUT', `/managers/${viewer.channelId}`, { userRole: 'STREAMING_SETTLEMENT_MANAGER' })
    assert.equal((await viewer.callConsole('GET', listed)).status, 403)
    await streamer.callConsole('DELETE', path)
    assert.equal((await sendChat()).status, 200)
  })
})

describe('listRestricted', () => {
  test('list timeouts until they end beside restrictions, newest first over all pages, and find them by name', async () => {
    await using testApp = await openConsoleTestApp()
    const streamer = await testApp.signedIn('방송인')
    const channel = `/channels/${streamer.channelId}`
    const [first, second, third] = [
      await testApp.signedIn('마른 나무'),
      await testApp.signedIn('나무늘보'),
      await testApp.signedIn('파도'),
    ]
    const timeOut = (target: typeof first, seconds: number) =>
      streamer.callConsole('PUT', `${channel}/temporary-restrictions/${target.channelId}`, { seconds })
    const restrict = (target: typeof first) =>
      streamer.callConsole('PUT', `${channel}/restrictions/${target.channelId}`)
    await restrict(first)
    testApp.clock.advance(1_000)
    await timeOut(second, 600)
    testApp.clock.advance(1_000)
    await timeOut(third, 60)
    await restrict(third)
    const list = async (query: string) =>
      (await streamer.callConsole('GET', `${channel}/restrictions?${query}`)).body.content
    const namesOf = async (query: string) =>
      (await list(query)).data.map((row: Record<string, unknown>) => row['restrictedChannelName'])

    assert.deepEqual(await namesOf(''), ['파도', '나무늘보', '마른 나무'])
    const { data, page } = await list('size=2')
    const endsAt = new Date(testApp.clock.now() - 1_000 + 600_000).toISOString().slice(0, 19)
    assert.deepEqual(
      data.map((row: Record<string, unknown>) => row['releaseDate']),
      [null, `${endsAt}Z`],
    )
    assert.deepEqual(
      data.map((row: { restrictedBy: { actorName: string } }) => row.restrictedBy.actorName),
      ['방송인', '방송인'],
    )
    assert.deepEqual(await namesOf(`size=2&next=${page.next}`), ['마른 나무'])
    assert.deepEqual(await namesOf(`name=${encodeURIComponent('나무')}`), ['나무늘보', '마른 나무'])
    assert.deepEqual(await namesOf(`name=${first.channelId}`), ['마른 나무'])
    testApp.clock.advance(600_000)
    assert.deepEqual(await namesOf(''), ['파도', '마른 나무'])
  })
})

describe('restrictTemporarily, releaseTemporarily', () => {
  test('silence a user for 60 s; chat managers may, other users get 403', async () => {
    await using testApp = await openConsoleTestApp()
    const [streamer, manager, viewer] = [
      await testApp.signedIn('방송인'),
      await testApp.signedIn('매니저'),
      testApp.viewer,
    ]
    const path = `/channels/${streamer.channelId}/temporary-restrictions/${viewer.channelId}`
    const sendChat = () => viewer.callConsole('POST', `/channels/${streamer.channelId}/chat`, { message: 'hi' })
    const restrictions = `/channels/${streamer.channelId}/restrictions`
    for (const status of [
      (await manager.callConsole('PUT', path)).status,
      (await manager.callConsole('GET', restrictions)).status,
    ])
      assert.equal(status, 403)
    assert.equal((await sendChat()).status, 200)
    await streamer.callConsole('PUT', `/managers/${manager.channelId}`, { userRole: 'STREAMING_CHAT_MANAGER' })
    assert.equal((await manager.callConsole('GET', restrictions)).status, 200)
    assert.equal((await manager.callConsole('PUT', path)).status, 200)
    assert.deepEqual(statusAndMessage(await sendChat()), [
      403,
      'FORBIDDEN (the sender is restricted in this channel for 60 more seconds)',
    ])
    assert.equal((await manager.callConsole('DELETE', path)).status, 200)
    assert.equal((await sendChat()).status, 200)
  })
})

describe('putBlockedWords', () => {
  // Gap 395.
  test('refuse a message of a viewer with a blocked word, and accept it from managers and applications of the streamer', async () => {
    await using testApp = await openConsoleTestApp()
    const [streamer, viewer] = [await testApp.signedIn('방송인'), testApp.viewer]
    const token = await testApp.grantToken(streamer.channelId)
    const sendFromPage = (message: string) =>
      viewer.callConsole('POST', `/channels/${streamer.channelId}/chat`, { message })
    const put = (words: string[]) =>
      streamer.callConsole('PUT', `/channels/${streamer.channelId}/chat/blocked-words`, { words })
    assert.equal((await put([' Spam ', 'spam', '도박'])).status, 200)
    assert.deepEqual(
      (await streamer.callConsole('GET', `/channels/${streamer.channelId}/chat/blocked-words`)).body.content.words,
      ['spam', '도박'],
    )
    for (const message of ['buy SPAM now', 'sp\u200bam', 'ｓｐａｍ', '온라인도박', 's p a m', '너 도 박 해'])
      assert.deepEqual(
        statusAndMessage(await sendFromPage(message)),
        [403, 'FORBIDDEN (the message contains a word that the channel blocks)'],
        message,
      )
    for (const message of ['몇 도 박자', 'sp am']) assert.equal((await sendFromPage(message)).status, 200, message)
    const json = { message: 'spam' }
    assert.equal((await testApp.call('POST', '/open/v1/chats/send', { token, json })).status, 200)
    const act = { channelId: streamer.channelId, byChannelId: viewer.channelId, ...json }
    assert.equal((await testApp.tryAct('chat', act)).status, 403)
    await streamer.callConsole('PUT', `/managers/${viewer.channelId}`, { userRole: 'STREAMING_CHAT_MANAGER' })
    assert.equal((await sendFromPage('spam')).status, 200)
    for (const words of [['x'.repeat(31)], [' '], Array.from({ length: 101 }, (_, index) => `word ${index}`)])
      assert.equal((await put(words)).status, 400)
  })
})

describe('listModerationLog, getChatter', () => {
  test('show who did what, and a person with messages and history, to moderators only', async () => {
    await using testApp = await openConsoleTestApp()
    const [streamer, manager, viewer] = [
      await testApp.signedIn('방송인'),
      await testApp.signedIn('매니저'),
      testApp.viewer,
    ]
    const channel = `/channels/${streamer.channelId}`
    const log = () => manager.callConsole('GET', `${channel}/moderation-log`)
    const chatter = () => manager.callConsole('GET', `${channel}/chatters/${viewer.channelId}`)
    assert.deepEqual([(await log()).status, (await chatter()).status], [403, 403])
    await streamer.callConsole('PUT', `/managers/${manager.channelId}`, { userRole: 'STREAMING_CHAT_MANAGER' })
    const sent = await viewer.callConsole('POST', `${channel}/chat`, { message: '안녕 {:fire:}' })
    const { messageId } = sent.body.content
    await viewer.callConsole('POST', `${channel}/chat`, { message: '또 왔어요' })
    await manager.callConsole('DELETE', `${channel}/chat/${messageId}`)
    await viewer.callConsole('POST', `${channel}/donations`, { payAmount: 1_000 })
    await viewer.callConsole('POST', `${channel}/donations`, { payAmount: 500 })
    await viewer.callConsole('POST', `${channel}/donations`, { payAmount: 7_000, isAnonymous: true })
    const timeout = `${channel}/temporary-restrictions/${viewer.channelId}`
    assert.equal((await manager.callConsole('PUT', timeout, { seconds: 61 })).status, 400)
    assert.equal((await manager.callConsole('PUT', timeout, { seconds: 600 })).status, 200)
    await streamer.callConsole('PUT', `/channels/${streamer.channelId}/chat/blocked-words`, { words: ['도박'] })

    const { data, page } = (await log()).body.content
    assert.deepEqual(
      data.map((entry: Record<string, unknown>) => [
        entry['action'],
        entry['actorName'],
        entry['targetChannelName'],
        entry['seconds'],
      ]),
      [
        ['blocked_words.changed', '방송인', null, null],
        ['restriction.created', '매니저', '시청자', 600],
        ['message.hidden', '매니저', '시청자', null],
        ['manager.set', '방송인', '매니저', null],
      ],
    )
    assert.equal(page.next, null)
    const emojis = { fire: `${testApp.deps.addresses.baseUrl}/assets/emoticons/fire.png` }
    const hidden = { content: '안녕 {:fire:}', emojis }
    assert.deepEqual(
      data.map((entry: Record<string, unknown>) => entry['message']),
      [null, null, hidden, null],
    )
    const card = (await chatter()).body.content
    assert.deepEqual(
      card.messages.map((message: Record<string, unknown>) => [
        message['content'],
        message['emojis'],
        message['isHidden'],
      ]),
      [
        ['또 왔어요', {}, true],
        ['안녕 {:fire:}', emojis, true],
      ],
    )
    assert.equal(card.donatedAmount, 1_500)
    const until = `${new Date(testApp.clock.now() + 600_000).toISOString().slice(0, 19)}Z`
    assert.deepEqual([card.channelName, card.temporarilyRestrictedUntil, card.history.length], ['시청자', until, 2])
    assert.equal((await manager.callConsole('GET', `${channel}/chatters/${unknownChannelId}`)).status, 404)
    assert.deepEqual(card.history[1].message, hidden)
    await testApp.deps.db.transaction((tx) => tx.deleteFrom('chat_message').where('id', '=', messageId).execute())
    assert.equal((await log()).body.content.data[2].message, null)
  })
})

describe('listModerationLog', () => {
  test('list the words that a change blocks and unblocks, and find entries by the name or id of the target or the actor', async () => {
    await using testApp = await openConsoleTestApp()
    const [streamer, manager, viewer] = [
      await testApp.signedIn('방송인'),
      await testApp.signedIn('매니저'),
      testApp.viewer,
    ]
    const channel = `/channels/${streamer.channelId}`
    for (const words of [['spam', '도박'], ['도박', 'SPAM'], ['도박', 'Casino'], []])
      assert.equal(
        (await streamer.callConsole('PUT', `/channels/${streamer.channelId}/chat/blocked-words`, { words })).status,
        200,
      )
    await streamer.callConsole('PUT', `/managers/${manager.channelId}`, { userRole: 'STREAMING_CHAT_MANAGER' })
    await manager.callConsole('PUT', `${channel}/restrictions/${viewer.channelId}`)
    const token = await testApp.grantToken(streamer.channelId)
    await testApp.call('DELETE', '/open/v1/restrict-channels', { token, json: { targetChannelId: viewer.channelId } })

    type Entry = { action: string; actorName: string; blockedWords: unknown; isTemporary: boolean }
    const find = async (query: string): Promise<Entry[]> =>
      (await manager.callConsole('GET', `${channel}/moderation-log?${query}`)).body.content.data
    assert.deepEqual(
      (await find('action=blocked_words.changed')).map(({ blockedWords }) => blockedWords),
      [
        { added: [], removed: ['casino', '도박'] },
        { added: ['casino'], removed: ['spam'] },
        { added: ['spam', '도박'], removed: [] },
      ],
    )
    const actionsOf = async (name: string, query = '') =>
      (await find(`name=${encodeURIComponent(name)}${query}`)).map(({ action }) => action)
    const [released, restricted, managerSet] = ['restriction.released', 'restriction.created', 'manager.set']
    assert.deepEqual(await actionsOf(testApp.viewer.channelId), [released, restricted])
    assert.deepEqual(await actionsOf('시청'.normalize('NFD')), [released, restricted])
    assert.deepEqual(await actionsOf('매니'), [restricted, managerSet])
    assert.deepEqual(await actionsOf('매니', '&action=manager.set'), [managerSet])
    const [{ actorName: appName } = { actorName: '' }] = await find(`action=${released}`)
    assert.deepEqual(await actionsOf(appName.toUpperCase()), [released])
    assert.deepEqual(await actionsOf('없는 이름'), [])
    const timeout = `${channel}/temporary-restrictions/${viewer.channelId}`
    for (const method of ['PUT', 'DELETE']) assert.equal((await manager.callConsole(method, timeout)).status, 200)
    assert.deepEqual(
      (await find('action=restriction.released')).map(({ isTemporary }) => isTemporary),
      [true, false],
    )
  })

  test('name an application, its kind, and the role of a new manager', async () => {
    await using testApp = await openConsoleTestApp()
    const [streamer, viewer] = [await testApp.signedIn('방송인'), testApp.viewer]
    const token = await testApp.grantToken(streamer.channelId)
    const json = { targetChannelId: viewer.channelId }
    assert.equal((await testApp.call('POST', '/open/v1/restrict-channels', { token, json })).status, 200)
    const manage = { channelId: streamer.channelId, byChannelId: viewer.channelId, userRole: 'STREAMING_CHAT_MANAGER' }
    assert.equal((await testApp.tryAct('manage', manage)).status, 200)
    const channel = `/channels/${streamer.channelId}`
    const { data } = (await streamer.callConsole('GET', `${channel}/moderation-log`)).body.content
    const shown = data.map((entry: Record<string, unknown>) => [
      entry['action'],
      entry['actorKind'],
      typeof entry['actorName'],
      entry['userRole'],
    ])
    assert.deepEqual(shown, [
      ['manager.set', 'anonymous', 'object', 'STREAMING_CHAT_MANAGER'],
      ['restriction.created', 'app', 'string', null],
    ])
    const ofAction = async (action: string) =>
      (await streamer.callConsole('GET', `${channel}/moderation-log?action=${action}`)).body.content.data
    assert.deepEqual(await ofAction('manager.set'), [data[0]])
    assert.deepEqual(await ofAction('message.hidden'), [])
    const restricted = (await streamer.callConsole('GET', `${channel}/restrictions`)).body.content.data
    assert.equal(restricted[0].restrictedBy.actorKind, 'app')
  })
})

describe('putNotice, getNotice, deleteNotice', () => {
  // Gap 136.
  test('set, read, replace and remove the notice of the chat', async () => {
    await using testApp = await openConsoleTestApp()
    const { clock, viewer } = testApp
    const token = await testApp.grantToken(viewer.channelId)
    const readNotice = async () =>
      (await viewer.callConsole('GET', `/channels/${viewer.channelId}/notice`)).body.content.notice
    assert.equal(await readNotice(), null)
    assert.deepEqual(
      statusAndMessage(
        await viewer.callConsole('PUT', `/channels/${viewer.channelId}/notice`, { message: '오늘은 8시에 끝납니다' }),
      ),
      [200, null],
    )
    const createdDate = `${new Date(clock.now()).toISOString().slice(0, 19)}Z`
    assert.deepEqual(await readNotice(), { message: '오늘은 8시에 끝납니다', createdDate })
    await testApp.call('POST', '/open/v1/chats/notice', { token, json: { message: '9시로 바뀌었습니다' } })
    assert.equal((await readNotice()).message, '9시로 바뀌었습니다')
    for (const _ of [1, 2])
      assert.deepEqual(statusAndMessage(await viewer.callConsole('DELETE', `/channels/${viewer.channelId}/notice`)), [
        200,
        null,
      ])
    assert.equal(await readNotice(), null)
    const others = await testApp.deps.db.read.selectFrom('chat_notice').selectAll().execute()
    assert.deepEqual(others, [])
  })

  test('accept a text that the chat accepts, and reject any other', async () => {
    await using testApp = await openConsoleTestApp()
    const { viewer } = testApp
    const putNotice = async (message: string) =>
      (await viewer.callConsole('PUT', `/channels/${viewer.channelId}/notice`, { message })).status
    assert.equal(await putNotice('가'.repeat(100)), 200)
    for (const message of ['가'.repeat(101), '  ', '\ud800']) assert.equal(await putNotice(message), 400)
    assert.deepEqual(
      await findAcceptedInvalidInputs(viewer, consoleApi.moderation.putNotice, {
        pathParams: { channelId: viewer.channelId },
        body: { message: 'a notice' },
      }),
      [],
    )
  })
})
