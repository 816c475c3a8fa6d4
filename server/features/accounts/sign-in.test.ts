import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openScene } from '../../testing/scene.ts'
import { visitor } from '../../testing/visitor.ts'
import { isPassword, noPassword } from './password.ts'

const me = { channelName: '방송인', email: 'me@example.com', password: 'correct horse' }
const right = { email: me.email, password: me.password }

const cost = (hash: string) => hash.split('$').slice(1, 4)

test('the right password signs in, in whatever case the email address is written', async () => {
  await using scene = await openScene()
  await scene.play('POST', '/people', me)
  const browser = visitor(scene.url)
  await browser.get('/sign-in')
  const { status, location } = await browser.post('/sign-in', { ...right, email: ' ME@Example.com ' })
  assert.deepEqual([status, location], [303, '/'])
  assert.ok((await browser.get('/')).text.includes(me.channelName))
})

test('an unknown account and a wrong password are answered alike', async () => {
  await using scene = await openScene()
  await scene.play('POST', '/people', me)
  const answers = []
  for (const email of [me.email, 'nobody@example.com', 'no address']) {
    const browser = visitor(scene.url)
    await browser.get('/sign-in')
    const { status, text, headers } = await browser.post('/sign-in', { email, password: 'wrong password' })
    const bare = text.replaceAll(email, 'EMAIL').replace(/name="csrf" value="[^"]+"/g, '')
    answers.push({ status, bare, names: [...headers.keys()].filter((name) => name !== 'date') })
  }
  assert.equal(answers[0]?.status, 400)
  assert.deepEqual({ ...answers[1], bare: answers[1]?.bare.length }, { ...answers[0], bare: answers[0]?.bare.length })
  assert.equal(answers[1]?.bare, answers[0]?.bare)
  assert.equal(answers[2]?.bare, answers[0]?.bare)
})

test('an account that is not there costs the same password check', async () => {
  await using scene = await openScene()
  await scene.play('POST', '/people', me)
  const { password_hash: stored } = await scene.world.db.read
    .selectFrom('account')
    .select('password_hash')
    .where('email', '=', me.email)
    .executeTakeFirstOrThrow()
  const dummy = noPassword(scene.world.config)
  assert.deepEqual(cost(dummy), cost(stored))
  assert.deepEqual(dummy.length, stored.length)
  assert.equal(await isPassword('', dummy), false)
})

test('ten wrong passwords make an account wait, the right one too, until the window is over', async () => {
  await using scene = await openScene()
  await scene.play('POST', '/people', me)
  const browser = visitor(scene.url)
  await browser.get('/sign-in')
  for (let guess = 0; guess < 10; guess++)
    assert.equal((await browser.post('/sign-in', { ...right, password: `wrong ${guess}` })).status, 400)
  scene.clock.advance(60_000)
  const slowed = await browser.post('/sign-in', right)
  assert.deepEqual([slowed.status, slowed.headers.get('retry-after')], [429, String(14 * 60)])
  assert.ok(slowed.text.includes('14 minutes'))

  scene.clock.advance(14 * 60_000)
  await browser.get('/sign-in')
  assert.equal((await browser.post('/sign-in', right)).status, 303)
})

test('an account that is not there is made to wait just so', async () => {
  await using scene = await openScene()
  const browser = visitor(scene.url)
  await browser.get('/sign-in')
  const form = { email: 'nobody@example.com', password: 'wrong password' }
  for (let guess = 0; guess < 10; guess++) assert.equal((await browser.post('/sign-in', form)).status, 400)
  assert.equal((await browser.post('/sign-in', form)).status, 429)
})

test('guesses that race are all counted', async () => {
  await using scene = await openScene()
  await scene.play('POST', '/people', me)
  const browser = visitor(scene.url)
  await browser.get('/sign-in')
  const racers = Array.from({ length: 30 }, (_, at) => browser.post('/sign-in', { ...right, password: `wrong ${at}` }))
  const statuses = (await Promise.all(racers)).map(({ status }) => status)
  assert.equal(statuses.filter((status) => status === 400).length, 10)
})

test('one address may not try a hundred accounts, and signing in with its own does not buy it more', async () => {
  await using scene = await openScene()
  await scene.play('POST', '/people', me)
  const browser = visitor(scene.url)
  await browser.get('/sign-in')
  const guess = (at: number) => browser.post('/sign-in', { email: `p${at}@example.com`, password: 'password1' })
  for (let at = 0; at < 99; at++) assert.equal((await guess(at)).status, 400)
  assert.equal((await browser.post('/sign-in', right)).status, 303)
  const other = visitor(scene.url)
  await other.get('/sign-in')
  const again = (at: number) => other.post('/sign-in', { email: `q${at}@example.com`, password: 'password1' })
  assert.equal((await again(0)).status, 400)
  assert.equal((await again(1)).status, 429)
})

test('signing in makes a new session and ends the one that was there, so none can be planted', async () => {
  await using scene = await openScene()
  await scene.play('POST', '/people', me)
  await scene.play('POST', '/people', { ...me, email: 'other@example.com', channelName: 'other' })
  const browser = visitor(scene.url)
  browser.cookies.set('onair-session', 'p'.repeat(43))
  await browser.signIn(me.email, me.password)
  const first = browser.cookies.get('onair-session') ?? ''
  assert.match(first, /^[\w-]{43}$/)
  assert.notEqual(first, 'p'.repeat(43))

  assert.equal((await browser.post('/sign-in', { ...right, email: 'other@example.com' })).status, 303)
  const old = visitor(scene.url)
  old.cookies.set('onair-session', first)
  assert.ok(!(await old.get('/')).text.includes(me.email))
  assert.ok((await browser.get('/')).text.includes('other@example.com'))
})

test('signing out ends the session in the database too', async () => {
  await using scene = await openScene()
  await scene.play('POST', '/people', me)
  const browser = visitor(scene.url)
  await browser.signIn(me.email, me.password)
  const copy = visitor(scene.url)
  for (const [name, value] of browser.cookies) copy.cookies.set(name, value)
  assert.equal((await browser.post('/sign-out', {})).status, 303)
  assert.equal(browser.cookies.has('onair-session'), false)
  assert.ok(!(await copy.get('/')).text.includes(me.email))
})

test('a session lasts thirty days and not a moment more, and is stored hashed', async () => {
  await using scene = await openScene()
  await scene.play('POST', '/people', me)
  const browser = visitor(scene.url)
  await browser.signIn(me.email, me.password)
  const [stored] = await scene.world.db.read.selectFrom('web_session').selectAll().execute()
  assert.equal(stored?.token_hash.length, 32)
  assert.ok(!stored.token_hash.includes(browser.cookies.get('onair-session') ?? ''))
  scene.clock.advance(30 * 86_400_000 - 1)
  assert.ok((await browser.get('/')).text.includes(me.email))
  scene.clock.advance(1)
  assert.ok(!(await browser.get('/')).text.includes(me.email))
})

test('signing in leads to our own pages only', async () => {
  await using scene = await openScene()
  await scene.play('POST', '/people', me)
  for (const back of ['https://evil.example', '//evil.example', '/\\evil.example', '/.//evil.example']) {
    const browser = visitor(scene.url)
    const path = `/sign-in?${String(new URLSearchParams({ back }))}`
    await browser.get(path)
    assert.equal((await browser.post(path, right)).location, '/')
    assert.equal((await browser.get(path)).location, '/', 'signed in already')
    await browser.get('/')
    assert.equal((await browser.post(path.replace('in', 'out'), {})).location, '/')
  }
})

test('the sandbox offers its people with one click; production offers nobody', async () => {
  await using scene = await openScene()
  const { text } = await visitor(scene.url).get('/sign-in')
  assert.ok(text.includes('streamer@onair.test') && text.includes('class="sandbox"'))
  await using live = await openScene({ settings: { mode: 'production' } })
  const page = await visitor(live.url).get('/sign-in')
  assert.equal(page.status, 200)
  assert.ok(!page.text.includes('onair.test') && !page.text.includes('class="sandbox"'))
})
