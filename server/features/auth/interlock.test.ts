import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openScene, type Scene } from '../../testing/scene.ts'
import { visitor } from '../../testing/visitor.ts'

const redirectUri = 'https://bot.example.com/callback'

async function setUp(scene: Scene, app: object = {}) {
  const person = await scene.play('POST', '/people', { channelName: '방송인', email: 'me@example.com' })
  const client = await scene.play('POST', '/apps', { name: 'bot', redirectUri, ...app })
  const browser = visitor(scene.url)
  await browser.signIn(person.email, person.password)
  const query = { clientId: client.clientId, redirectUri, state: 'abc' }
  const pathWith = (changed: Record<string, string>) =>
    `/account-interlock?${String(new URLSearchParams({ ...query, ...changed }))}`
  return { person, client, browser, path: pathWith({}), pathWith }
}

function shownIn(text: string): string {
  return /name="shown" value="([^"]+)"/.exec(text)?.[1] ?? ''
}

test('a person who allows it sends the application a code that it can exchange, and the state', async () => {
  await using scene = await openScene()
  const { client, browser, path } = await setUp(scene)
  const asked = await browser.get(path)
  assert.equal(asked.status, 200)
  const allowed = await browser.post(path, { decision: 'allow', shown: shownIn(asked.text) })
  assert.equal(allowed.status, 303)
  const { origin, pathname, searchParams } = new URL(allowed.location ?? '')
  assert.equal(origin + pathname, redirectUri)
  assert.deepEqual([...searchParams.keys()], ['code', 'state'])
  assert.equal(searchParams.get('state'), 'abc')

  const { body } = await scene.call('POST', '/auth/v1/token', {
    json: { grantType: 'authorization_code', ...client, code: searchParams.get('code'), state: 'abc' },
  })
  assert.equal(body.code, 200)
  assert.equal((await scene.call('GET', '/open/v1/users/me', { token: body.content.accessToken })).status, 200)
})
