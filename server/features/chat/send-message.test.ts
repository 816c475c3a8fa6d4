import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { openTestApp, type TestApp } from '../../test/test-app.ts'

async function openChatTestApp() {
  const testApp = await openTestApp()
  const { token } = await testApp.createFixture()
  return {
    ...testApp,
    send: (message: unknown) => testApp.call('POST', '/open/v1/chats/send', { token, json: { message } }),
  }
}
const loadLastMessage = async ({ deps }: Pick<TestApp, 'deps'>) =>
  (await deps.db.read.selectFrom('chat_message').select(['id', 'content']).execute()).at(-1)

const family = '👨‍👩‍👧‍👦'

describe('sending a message', () => {
  test('stores the message unchanged and returns its id', async () => {
    await using chat = await openChatTestApp()
    const { status, body } = await chat.send('안녕하세요 👋🏽')
    assert.equal(status, 200)
    assert.match(body.content.messageId, /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
    assert.deepEqual(await loadLastMessage(chat), { id: body.content.messageId, content: '안녕하세요 👋🏽' })
  })

  for (const [name, message] of Object.entries({
    'a hundred letters': 'x'.repeat(100),
    'a hundred Korean syllables': '한'.repeat(100),
    'a hundred syllables in parts, three hundred code points': '한'.normalize('NFD').repeat(100),
    'a hundred emoji, two hundred units': '👋'.repeat(100),
    'fourteen families and two letters, a hundred code points': `${family.repeat(14)}ab`,
    'one letter': 'x',
    'a letter between spaces': ' x ',
  }))
    test(`accepts ${name} and stores the composed form`, async () => {
      await using chat = await openChatTestApp()
      assert.equal((await chat.send(message)).status, 200)
      assert.equal((await loadLastMessage(chat))?.content, message.normalize('NFC'))
    })

  for (const [name, message] of Object.entries({
    'a hundred and one letters': 'x'.repeat(101),
    'a hundred and one Korean syllables': '한'.repeat(101),
    'a hundred and one emoji': '👋'.repeat(101),
    'fifteen families, a hundred and five code points': family.repeat(15),
    'one letter with a hundred and one marks': `x${'\u0305'.repeat(101)}`,
    'two thousand and one units': 'x'.repeat(2_001),
    'sixty thousand marks': '\u0301'.repeat(30_000),
    nothing: '',
    'spaces alone': ' \t ',
    NUL: 'a\0b',
    'half an emoji': 'a\ud83d',
    'a number': 5,
    'a list': ['hi'],
    null: null,
  }))
    test(`rejects ${name}`, async () => {
      await using chat = await openChatTestApp()
      const { status, body } = await chat.send(message)
      assert.deepEqual([status, body], [400, { code: 400, message: '잘못된 값을 입력했습니다.' }])
      assert.equal(await loadLastMessage(chat), undefined)
    })
})
