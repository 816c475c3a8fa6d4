import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isAbout } from './mentions.ts'

test('a message is about a viewer if another person names them with @, or replies to them', () => {
  const self = { channelId: 'self', channelName: 'Kim' }
  const isAboutSelf = (content: string, senderChannelId = 'other', repliedTo?: string) =>
    isAbout(self, { senderChannelId, content }, repliedTo === undefined ? undefined : { senderChannelId: repliedTo })
  for (const content of ['hi @kim', '@KIM!', '@Kim님 안녕', '@kimchi and @kim'])
    assert.ok(isAboutSelf(content), content)
  for (const content of ['kim', '@kimchi', '@ kim']) assert.ok(!isAboutSelf(content), content)
  assert.ok(!isAboutSelf('@kim', 'self'))
  assert.ok(isAboutSelf('yes', 'other', 'self'))
  assert.ok(!isAboutSelf('yes', 'other', 'third'))
})
