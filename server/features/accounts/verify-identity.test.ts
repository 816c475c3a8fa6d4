import assert from 'node:assert/strict'
import { test } from 'node:test'
import { silentLog, type Log } from '../../world/log.ts'
import { openIdentityScene, signingKey, type Guest, type IdentityScene } from '../../testing/identity-scene.ts'
import { openScene } from '../../testing/scene.ts'
import type { Seen } from '../../testing/visitor.ts'
import { visitor } from '../../testing/visitor.ts'
import { undoIdentity } from './undo-identity.ts'

const isVerified = async (guest: Guest): Promise<boolean> =>
  (await guest.ask('GET', '/me')).body.content.identityVerified
const verifiedAccounts = ({ world }: IdentityScene) =>
  world.db.read.selectFrom('verified_identity').selectAll().execute()
const howMany = (seen: Seen[], wanted: number) => seen.filter(({ status }) => status === wanted).length
const titleOf = ({ text }: Seen) => /<h1>(.*?)<\/h1>/.exec(text)?.[1]

/** A page that refuses, and nothing has changed. */
async function refuses(scene: IdentityScene, guest: Guest, seen: Seen, status: number, title: string) {
  assert.deepEqual([seen.status, titleOf(seen), seen.location], [status, title, null])
  assert.equal(seen.headers.get('cache-control'), 'no-store')
  assert.equal(await isVerified(guest), false)
  assert.deepEqual(await verifiedAccounts(scene), [])
}
const notAwaited = 'This answer cannot be used'
const notProved = 'That did not prove who you are'
const away = 'Identities cannot be verified now'

test('who has verified their identity may chat where REAL_NAME is asked for, and could not before', async () => {
  await using scene = await openIdentityScene()
  const { channelId, token } = await scene.cast()
  const json = { chatAvailableCondition: 'REAL_NAME' }
  assert.equal((await scene.call('PUT', '/open/v1/chats/settings', { token, json })).status, 200)
  const guest = await scene.guest()
  const speak = async () => (await guest.ask('POST', `/channels/${channelId}/chat`, { message: '안녕하세요' })).status

  assert.equal(await speak(), 403)
  assert.ok((await guest.get('/')).text.includes('href="/verify-identity"'))
  const back = await guest.get(await guest.showAs('alice'))
  assert.deepEqual([back.status, back.location], [302, '/verify-identity'])
  assert.ok((await guest.get('/verify-identity')).text.includes('The identity of this account is verified.'))
  assert.equal(await isVerified(guest), true)
  assert.equal(await speak(), 200)
  assert.ok(!(await guest.get('/')).text.includes('href="/verify-identity"'))
})

test('who verified the wrong account may verify another once an operator takes that back, and not before', async () => {
  await using scene = await openIdentityScene()
  const [wrong, right] = [await scene.guest(), await scene.guest()]
  await wrong.get(await wrong.showAs('alice'))
  await right.get(await right.showAs('alice'))
  assert.deepEqual([await isVerified(wrong), await isVerified(right)], [true, false])

  await undoIdentity(wrong.channelId, scene.world)
  assert.equal(await isVerified(wrong), false)
  await right.get(await right.showAs('alice'))
  assert.deepEqual([await isVerified(wrong), await isVerified(right)], [false, true])
  await wrong.get(await wrong.showAs('bob'))
  assert.equal(await isVerified(wrong), true)
  await assert.rejects(undoIdentity('nobody', scene.world), /there is no account nobody whose identity is verified/)
})

test('of the person nothing is stored that could be read back, and of the check nothing stays', async () => {
  await using scene = await openIdentityScene()
  const guest = await scene.guest()
  const answer = new URL(await guest.showAs('alice.kim'))
  const waiting = await scene.world.db.read.selectFrom('identity_check').selectAll().execute()
  assert.equal(waiting.length, 1)
  assert.ok(!JSON.stringify(waiting).includes(answer.searchParams.get('state') ?? ''))
  await guest.get(answer.href)
  assert.deepEqual(await scene.world.db.read.selectFrom('identity_check').selectAll().execute(), [])
  const [stored, ...others] = await verifiedAccounts(scene)
  assert.deepEqual(others, [])
  assert.deepEqual(
    [stored?.channel_id, stored?.verified_at, stored?.identity_hash.length],
    [guest.channelId, scene.clock.now(), 32],
  )
  assert.ok(!JSON.stringify(stored).includes('alice'))
})

test('the provider is asked with a challenge, a state and a nonce that are new each time', async () => {
  await using scene = await openIdentityScene({ settings: { oidcScope: 'openid profile' } })
  const guest = await scene.guest()
  const ask = async () => {
    await guest.get('/verify-identity')
    const { status, location } = await guest.post('/verify-identity', {})
    assert.equal(status, 303)
    return new URL(location ?? '')
  }
  const [one, other] = [await ask(), await ask()]
  assert.equal(one.origin, scene.issuer)
  const { state, nonce, code_challenge, ...rest } = Object.fromEntries(one.searchParams)
  assert.deepEqual(rest, {
    client_id: 'onair',
    code_challenge_method: 'S256',
    redirect_uri: `${scene.url}/verify-identity/callback`,
    response_type: 'code',
    scope: 'openid profile',
  })
  for (const [name, value] of Object.entries({ state, nonce, code_challenge })) {
    assert.match(value ?? '', /^[\w-]{43}$/)
    assert.notEqual(value, other.searchParams.get(name))
  }
})

test('an answer counts once: of ten callbacks at once exactly one is taken to the provider', async () => {
  await using scene = await openIdentityScene()
  for (let round = 1; round <= 5; round++) {
    const guest = await scene.guest()
    const answer = await guest.showAs(`person-${round}`)
    const ten = (path: string) => Promise.all(Array.from({ length: 10 }, () => guest.get(path)))
    // Connections to the database are there, so that nobody is ahead of the others.
    await ten('/')
    const seen = await ten(answer)
    assert.deepEqual([howMany(seen, 302), howMany(seen, 400)], [1, 9])
    assert.equal(scene.asked.get('/token'), round)
    assert.equal((await guest.get(answer)).status, 400)
    assert.equal((await verifiedAccounts(scene)).length, round)
  }
})

test('one person verifies one account: of six at once exactly one is verified, and the others are told', async () => {
  await using scene = await openIdentityScene()
  const guests = await Promise.all(Array.from({ length: 6 }, () => scene.guest()))
  const answers = await Promise.all(guests.map((guest) => guest.showAs('alice')))
  const seen = await Promise.all(guests.map((guest, at) => guest.get(answers[at] ?? '')))
  assert.deepEqual([howMany(seen, 302), howMany(seen, 409)], [1, 5])
  const verified = await Promise.all(guests.map(isVerified))
  assert.deepEqual(
    verified,
    seen.map(({ status }) => status === 302),
  )
  const refused = guests[seen.findIndex(({ status }) => status === 409)]
  assert.ok(refused)
  const again = await refused.get(await refused.showAs('alice'))
  assert.deepEqual([again.status, titleOf(again)], [409, 'You have verified another account'])
  assert.equal((await refused.get(await refused.showAs('bob'))).status, 302)
})

test('two people who verify one account at once, in two browsers: it is verified by one of them', async () => {
  await using scene = await openIdentityScene()
  const guest = await scene.guest()
  const other = await guest.elsewhere()
  const answers = [await guest.showAs('alice'), await other.showAs('bob')] as const
  for (const { status, location } of await Promise.all([guest.get(answers[0]), other.get(answers[1])]))
    assert.deepEqual([status, location], [302, '/verify-identity'])
  assert.equal((await verifiedAccounts(scene)).length, 1)
})

test('a new check takes the place of the one before it', async () => {
  await using scene = await openIdentityScene()
  const guest = await scene.guest()
  const first = await guest.showAs('alice')
  const second = await guest.showAs('alice')
  await refuses(scene, guest, await guest.get(first), 400, notAwaited)
  assert.equal((await guest.get(second)).status, 302)
})

test('an answer counts in the session that waits for it alone, and is not used up by another', async () => {
  await using scene = await openIdentityScene()
  const [guest, thief] = [await scene.guest(), await scene.guest()]
  const answer = await guest.showAs('alice')
  await refuses(scene, thief, await thief.get(answer), 400, notAwaited)
  const stranger = await visitor(scene.url).get(answer)
  assert.deepEqual([stranger.status, titleOf(stranger)], [400, notAwaited])
  assert.equal((await guest.get(answer)).status, 302)

  const leaving = await scene.guest()
  const late = await leaving.showAs('bob')
  await leaving.get('/')
  await leaving.post('/sign-out', {})
  assert.equal((await leaving.get(late)).status, 400)
  assert.equal((await verifiedAccounts(scene)).length, 1)
})

test('a check is good for ten minutes', async () => {
  await using scene = await openIdentityScene()
  const guest = await scene.guest()
  const answer = await guest.showAs('alice')
  scene.clock.advance(599_999)
  assert.equal((await guest.get(answer)).status, 302)
  const late = await scene.guest()
  const expired = await late.showAs('bob')
  scene.clock.advance(600_000)
  assert.deepEqual([(await late.get(expired)).status, await isVerified(late)], [400, false])
})

for (const [what, change] of [
  ['no state', (answer: URL) => answer.searchParams.delete('state')],
  ['a state that was never given', (answer: URL) => answer.searchParams.set('state', 'x'.repeat(43))],
  ['an empty query', (answer: URL) => void (answer.search = '')],
] as const)
  test(`an answer with ${what} is nobody's`, async () => {
    await using scene = await openIdentityScene()
    const guest = await scene.guest()
    const answer = new URL(await guest.showAs('alice'))
    change(answer)
    await refuses(scene, guest, await guest.get(answer.href), 400, notAwaited)
    assert.equal(scene.asked.get('/token'), undefined)
  })

for (const [what, change] of [
  ['a code that was never given', (answer: URL) => answer.searchParams.set('code', 'x'.repeat(43))],
  ['no code', (answer: URL) => answer.searchParams.delete('code')],
  ['two codes', (answer: URL) => answer.searchParams.append('code', 'another')],
  ['two states', (answer: URL) => answer.searchParams.append('state', 'another')],
  ['the name of another issuer', (answer: URL) => answer.searchParams.set('iss', 'https://evil.example')],
] as const)
  test(`an answer with ${what} proves nothing, and is used up`, async () => {
    await using scene = await openIdentityScene()
    const guest = await scene.guest()
    const answer = await guest.showAs('alice')
    const changed = new URL(answer)
    change(changed)
    await refuses(scene, guest, await guest.get(changed.href), 403, notProved)
    await refuses(scene, guest, await guest.get(answer), 400, notAwaited)
  })

test('the code of another check proves nothing: it was given for another challenge', async () => {
  await using scene = await openIdentityScene()
  const [guest, thief] = [await scene.guest(), await scene.guest()]
  const stolen = new URL(await guest.showAs('alice')).searchParams.get('code') ?? ''
  const answer = new URL(await thief.showAs('mallory'))
  answer.searchParams.set('code', stolen)
  await refuses(scene, thief, await thief.get(answer.href), 403, notProved)
})

test('an answer with a bad signature proves nothing', async () => {
  await using scene = await openIdentityScene()
  scene.instead.set('/jwks', (_request, response) =>
    response.setHeader('content-type', 'application/json').end(JSON.stringify({ keys: [signingKey()] })),
  )
  const guest = await scene.guest()
  await refuses(scene, guest, await guest.get(await guest.showAs('alice')), 403, notProved)
  assert.equal(scene.asked.get('/jwks'), 1)
})

test('an identity token that was made for another check proves nothing: its nonce is another', async () => {
  await using scene = await openIdentityScene()
  const guest = await scene.guest()
  let token = ''
  const first = new URL(await guest.showAs('alice'))
  scene.instead.set('/token', (request, response) => {
    const end = response.end.bind(response)
    response.end = ((chunk: unknown) => end((token = String(chunk)))) as typeof response.end
    scene.answer(request, response)
  })
  assert.equal((await guest.get(first.href)).status, 302)
  assert.ok(token.includes('id_token'))
  scene.instead.set('/token', (_request, response) => response.setHeader('content-type', 'application/json').end(token))
  const thief = await scene.guest()
  const seen = await thief.get(await thief.showAs('mallory'))
  assert.deepEqual([seen.status, titleOf(seen), await isVerified(thief)], [403, notProved, false])
})

test('who says no at the provider is told that nothing has changed', async () => {
  await using scene = await openIdentityScene()
  const guest = await scene.guest()
  const answer = await guest.showAs(null)
  assert.equal(new URL(answer).searchParams.get('error'), 'access_denied')
  await refuses(scene, guest, await guest.get(answer), 403, 'You did not verify your identity')
})

for (const [error, status, title] of [
  ['login_required', 403, 'You did not verify your identity'],
  ['temporarily_unavailable', 503, away],
  ['invalid_scope', 503, away],
] as const)
  test(`a provider that answers ${error} has verified nobody`, async () => {
    await using scene = await openIdentityScene()
    const guest = await scene.guest()
    const answer = new URL(await guest.showAs('alice'))
    answer.searchParams.delete('code')
    answer.searchParams.set('error', error)
    answer.searchParams.set('error_description', 'words of <b>anyone</b>')
    const seen = await guest.get(answer.href)
    await refuses(scene, guest, seen, status, title)
    assert.ok(!seen.text.includes('anyone'))
  })

test('where a level of proof is asked for, less is not enough', async () => {
  await using scene = await openIdentityScene({ settings: { oidcAcrValues: ['urn:seen'] } })
  const guest = await scene.guest()
  for (const name of ['alice', 'alice urn:told'])
    await refuses(scene, guest, await guest.get(await guest.showAs(name)), 403, notProved)
  assert.equal((await guest.get(await guest.showAs('alice urn:seen'))).status, 302)
})

for (const [what, path, status] of [
  ['does not tell what it offers', '/.well-known/openid-configuration', 404],
  ['fails', '/.well-known/openid-configuration', 500],
  ['fails when the code is brought', '/token', 503],
  ['fails when its keys are asked for', '/jwks', 500],
] as const)
  test(`a provider that ${what} (${status}) changes nothing, and the log says why`, async () => {
    const lines: string[] = []
    const log: Log = { ...silentLog, error: (fields, text) => void lines.push(`${text} ${JSON.stringify(fields)}`) }
    await using scene = await openIdentityScene({ log })
    const guest = await scene.guest()
    const answer = path.startsWith('/.') ? null : await guest.showAs('alice')
    scene.instead.set(path, (_request, response) => response.writeHead(status).end())
    await guest.get('/verify-identity')
    const seen = answer === null ? await guest.post('/verify-identity', {}) : await guest.get(answer)
    await refuses(scene, guest, seen, 503, away)
    assert.equal(lines.length, 1)
    assert.match(lines[0] ?? '', /^identity-provider\.failed .*"reason":".+"/)
    scene.instead.delete(path)
    assert.equal((await guest.get(await guest.showAs('alice'))).status, 302)
  })

for (const secretIn of ['client_secret_basic', 'client_secret_post'] as const)
  test(`a provider is shown the secret as it wants it: ${secretIn}`, async () => {
    await using scene = await openIdentityScene({ secretIn })
    const guest = await scene.guest()
    assert.equal((await guest.get(await guest.showAs('alice'))).status, 302)
  })

test('a provider that refuses our secret changes nothing, and the log does not hold it', async () => {
  const lines: string[] = []
  const log: Log = { ...silentLog, error: (fields, text) => void lines.push(`${text} ${JSON.stringify(fields)}`) }
  await using scene = await openIdentityScene({ settings: { oidcClientSecret: 'hunter2' }, log })
  const guest = await scene.guest()
  await refuses(scene, guest, await guest.get(await guest.showAs('alice')), 503, away)
  assert.equal(lines.length, 1)
  assert.match(lines[0] ?? '', /^identity-provider\.failed/)
  assert.doesNotMatch(lines[0] ?? '', /hunter2|alice/)
})

test('a provider that is silent is waited for as long as the deadline says', async () => {
  await using scene = await openIdentityScene()
  const guest = await scene.guest()
  const answer = await guest.showAs('alice')
  const silence = Promise.withResolvers<void>()
  scene.instead.set('/token', () => silence.resolve())
  const seen = guest.get(answer)
  await silence.promise
  scene.clock.advance(4_000)
  await refuses(scene, guest, await seen, 503, away)
})

test('a provider that names places without TLS elsewhere is not followed there', async () => {
  await using scene = await openIdentityScene()
  const guest = await scene.guest()
  const path = '/.well-known/openid-configuration'
  const known = await (await fetch(`${scene.issuer}${path}`)).json()
  for (const endpoint of ['authorization_endpoint', 'token_endpoint', 'jwks_uri']) {
    const answer = endpoint === 'authorization_endpoint' ? null : await guest.showAs('alice')
    scene.instead.set(path, (_request, response) =>
      response
        .setHeader('content-type', 'application/json')
        .end(JSON.stringify({ ...(known as object), [endpoint]: 'http://id.example/somewhere' })),
    )
    await guest.get('/verify-identity')
    const { status } = answer === null ? await guest.post('/verify-identity', {}) : await guest.get(answer)
    assert.deepEqual([status, await isVerified(guest)], [503, false], endpoint)
    scene.instead.delete(path)
  }
})

test('ten checks in a quarter of an hour are enough', async () => {
  await using scene = await openIdentityScene()
  const guest = await scene.guest()
  await guest.get('/verify-identity')
  for (let at = 0; at < 10; at++) assert.equal((await guest.post('/verify-identity', {})).status, 303)
  const slowed = await guest.post('/verify-identity', {})
  assert.deepEqual([slowed.status, slowed.headers.get('retry-after')], [429, '900'])
  scene.clock.advance(900_000)
  assert.equal((await guest.post('/verify-identity', {})).status, 303)
})

test('a form without the token of this browser sends nobody to the provider', async () => {
  await using scene = await openIdentityScene()
  const guest = await scene.guest()
  await guest.get('/verify-identity')
  const { status, location } = await guest.post('/verify-identity', { csrf: 'x' })
  assert.deepEqual([status, location], [403, null])
  assert.equal(scene.asked.size, 0)
})

test('nobody verifies an identity without an account', async () => {
  await using scene = await openIdentityScene()
  const stranger = visitor(scene.url)
  const wanted = '/sign-in?back=%2Fverify-identity'
  assert.equal((await stranger.get('/verify-identity')).location, wanted)
  await stranger.get('/sign-in')
  assert.equal((await stranger.post('/verify-identity', {})).location, wanted)
})

test('without a provider there is nothing to verify with, and no link to it', async () => {
  await using scene = await openScene()
  const me = { channelName: '방송인', email: 'me@example.com', password: 'correct horse' }
  await scene.play('POST', '/people', me)
  const browser = visitor(scene.url, 'ko')
  await browser.signIn(me.email, me.password)
  assert.ok(!(await browser.get('/')).text.includes('verify-identity'))
  for (const seen of [
    await browser.get('/verify-identity'),
    await browser.post('/verify-identity', {}),
    await browser.get('/verify-identity/callback?code=x&state=y'),
  ])
    assert.deepEqual([seen.status, titleOf(seen)], [404, '본인 인증을 할 수 없습니다'])
})

test('a person whom the sandbox made verified has nothing left to do', async () => {
  await using scene = await openIdentityScene()
  const guest = await scene.guest({ identityVerified: true })
  assert.equal(await isVerified(guest), true)
  const { status, text } = await guest.get('/verify-identity')
  assert.equal(status, 200)
  assert.ok(text.includes('is verified') && !text.includes('<form'))
  assert.equal((await guest.post('/verify-identity', {})).location, '/verify-identity')
  assert.equal(scene.asked.size, 0)
})
