import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { limits, retentionKinds } from '@onair/contract'
import { deleteAccount } from '../../../features/accounts/end/end-account.ts'
import { purgeAccounts } from '../../../features/accounts/end/purge-accounts.ts'
import { grantSiteRole } from '../../../features/operators/site-roles.ts'
import { endAccountActivity } from '../../../features/sessions/end-account-activity.ts'
import { sweepPartitions } from '../../../worker/sweep-partitions.ts'
import { runClockSweeps } from '../../../worker/sweeps.ts'
import { openConsoleTestApp } from '../../../../../tests/support/apps/console-test-app.ts'
import { httpBrowser } from '../../../../../tests/support/clients/http-browser.ts'
import { connectViewer } from '../../../../../tests/support/clients/viewer-client.ts'

const hour = 3_600_000

/** A site with an operator and a moderator; what they do is named by path. */
async function openSite() {
  await using opening = new AsyncDisposableStack()
  const testApp = opening.use(await openConsoleTestApp({ sandboxPublic: true, trustProxy: true }))
  const [operator, moderator] = [await testApp.signedIn('운영자'), await testApp.signedIn('모더레이터')]
  await grantSiteRole({ channelId: operator.channelId, role: 'OPERATOR' }, testApp.deps)
  await grantSiteRole({ channelId: moderator.channelId, role: 'MODERATOR' }, testApp.deps)
  const signUpFrom = async (ip: string, name: string) => {
    const browser = httpBrowser(testApp.url)
    const headers = { 'x-forwarded-for': ip }
    await browser.get('/sign-up', { headers })
    const form = { channelName: name, email: `${name}@example.com`, password: 'correct horse' }
    const { status, text } = await browser.post('/sign-up', form, { headers })
    const callConsole: typeof browser.callConsole = (method, path, json) =>
      browser.callConsole(method, path, json, headers)
    return { ...browser, callConsole, status, text }
  }
  const find = async (search: string) =>
    (await moderator.callConsole('GET', `/admin/people?search=${encodeURIComponent(search)}`)).body.content.data
  const opened = opening.move()
  return { ...testApp, operator, moderator, signUpFrom, find, [Symbol.asyncDispose]: () => opened.disposeAsync() }
}

describe('people in the operator’s area', () => {
  test('are found by name, address, id and network, newest first, page by page', async () => {
    await using site = await openSite()
    await site.signUpFrom('203.0.113.7', 'mina')
    site.clock.advance(1)
    await site.signUpFrom('203.0.113.7', 'sora')
    for (const search of ['min', 'MINA@example', '203.0.113.7', '203.0.113.0/24'])
      assert.equal((await site.find(search)).at(-1)?.channelName, 'mina', search)
    const [sora, mina] = await site.find('203.0.113.7')
    assert.deepEqual([sora.channelName, mina.channelName], ['sora', 'mina'])
    assert.deepEqual(await site.find(mina.channelId), [mina])
    for (const search of ['%', '203.0.112.0/24']) assert.deepEqual(await site.find(search), [], search)

    const { body } = await site.moderator.callConsole('GET', `/admin/people/${mina.channelId}`)
    assert.deepEqual(
      body.content.networks.map(({ network }: { network: string }) => network),
      ['203.0.113.7'],
    )
    assert.deepEqual(
      body.content.sameNetwork.map(({ channelName }: { channelName: string }) => channelName),
      ['sora'],
    )

    for (let n = 0; n < 60; n++) await site.act('createPerson', { channelName: `많은 사람 ${n}` })
    const first = (await site.moderator.callConsole('GET', '/admin/people')).body.content
    const next = encodeURIComponent(first.page.next)
    const second = (await site.moderator.callConsole('GET', `/admin/people?next=${next}`)).body.content
    const ids = [...first.data, ...second.data].map(({ channelId }: { channelId: string }) => channelId)
    assert.equal(new Set(ids).size, ids.length)
    assert.equal(first.data.length, 50)
    assert.equal(second.page.next, null)
  })

  test('one action suspends: messages, picture and live are gone, and come back with the end of the suspension', async () => {
    await using site = await openSite()
    const spammer = await site.signedIn('스패머')
    const { channelId } = site.viewer
    const path = `/channels/${channelId}`
    await site.act('goLive', { channelId: spammer.channelId })
    assert.equal((await spammer.callConsole('POST', `${path}/chat`, { message: '도박 사이트' })).status, 200)
    const picture = Buffer.from(await (await fetch(`${site.url}/assets/thumbnails/1_270.png`)).arrayBuffer())
    const put = await spammer.callConsole('PUT', '/live/thumbnail', { picture: picture.toString('base64') })
    const pictureUrl = put.body.content.thumbnailUrl.replace('{type}', '270')
    const seen = async () => {
      const { recent } = (await site.viewer.callConsole('GET', path)).body.content
      return [recent.length, (await fetch(pictureUrl)).status]
    }
    assert.deepEqual(await seen(), [1, 200])
    using watching = await connectViewer(site.viewer, channelId)
    const suspension = { channelIds: [spammer.channelId], reason: '도배', seconds: 3600 }
    const { body } = await site.moderator.callConsole('POST', '/admin/suspensions', suspension)
    assert.deepEqual(body.content, { suspended: 1 })
    let event = ''
    while (event !== 'HIDDEN') [event] = await watching.next()
    assert.deepEqual(await seen(), [0, 404])
    assert.equal((await spammer.callConsole('GET', '/me')).status, 401)
    assert.equal((await site.moderator.callConsole('POST', '/admin/suspensions', suspension)).body.content.suspended, 0)
    const [row] = await site.find(spammer.channelId)
    assert.equal(row.suspension.reason, '도배')
    assert.equal(Date.parse(row.suspension.endDate) - Date.parse(row.suspension.createdDate), hour)

    site.clock.advance(hour)
    await runClockSweeps(site.deps)
    assert.deepEqual(await seen(), [1, 200])
    assert.equal((await site.find(spammer.channelId))[0].suspension, null)
  })

  test('a moderator acts on nobody with a role, and on none of many if one of them has a role', async () => {
    await using site = await openSite()
    const channelIds = [site.viewer.channelId, site.operator.channelId]
    const refused = await site.moderator.callConsole('POST', '/admin/suspensions', { channelIds })
    assert.equal(refused.body.reason?.code, 'HAS_SITE_ROLE')
    assert.equal((await site.find(site.viewer.channelId))[0].suspension, null)
    const own = { channelIds: [site.operator.channelId] }
    assert.equal((await site.operator.callConsole('POST', '/admin/suspensions', own)).body.reason?.code, 'OWN_ACCOUNT')
    const deleted = await site.moderator.callConsole('POST', `/admin/people/${site.viewer.channelId}/deletion`, {
      reason: 'spam',
    })
    assert.equal(deleted.body.reason?.code, 'SITE_ROLE_MISSING')
    const byOperator = await site.operator.callConsole('POST', '/admin/suspensions', {
      channelIds: [site.moderator.channelId],
    })
    assert.equal(byOperator.status, 200)
  })

  test('have notes, which their authors delete, up to a number that a race does not exceed', async () => {
    await using site = await openSite()
    const { operator, moderator, deps } = site
    const path = `/admin/people/${site.viewer.channelId}`
    const add = (text: string) => moderator.callConsole('POST', `${path}/notes`, { text })
    const listed = async () =>
      (await operator.callConsole('GET', path)).body.content.notes as {
        noteId: string
        text: string
        author: { channelName: string } | null
      }[]
    assert.deepEqual((await add(' \u200b')).body.reason?.code, 'EMPTY')
    const { noteId } = (await add(' 경고 1회 ')).body.content
    assert.deepEqual(
      (await listed()).map(({ text, author }) => [text, author?.channelName]),
      [['경고 1회', '모더레이터']],
    )
    const codeOf = async (browser: typeof operator, url = `${path}/notes/${noteId}`) =>
      (await browser.callConsole('DELETE', url)).body.reason?.code
    assert.equal(await codeOf(operator), 'NO_SUCH_NOTE')
    assert.equal(await codeOf(moderator, `/admin/people/${operator.channelId}/notes/${noteId}`), 'NO_SUCH_NOTE')

    const others = Array.from({ length: limits.personNotes + 5 }, (_, n) => add(`메모 ${n}`))
    const codes = (await Promise.all(others)).map(({ body }) => body.reason?.code)
    assert.equal(codes.filter((code) => code === 'TOO_MANY_NOTES').length, 6)
    assert.equal((await listed()).length, limits.personNotes)
    assert.equal(await codeOf(moderator), undefined)
    assert.equal((await listed()).length, limits.personNotes - 1)

    await deleteAccount(moderator.channelId, endAccountActivity, deps)
    assert.equal((await listed())[0]?.author, null)
    await deleteAccount(site.viewer.channelId, endAccountActivity, deps)
    assert.deepEqual(await deps.db.read.selectFrom('person_note').selectAll().execute(), [])
  })

  test('are renamed, marked, signed out and deleted, each with an entry of the audit log', async () => {
    await using site = await openSite()
    const person = await site.signedIn('Onair Official Admin')
    const path = `/admin/people/${person.channelId}`
    const { operator } = site
    const rename = (reason: string) =>
      operator.callConsole('PUT', `${path}/channel-name`, { channelName: '이름', reason })
    assert.deepEqual((await rename('\u200b')).body.reason, { code: 'EMPTY', field: 'reason', params: {} })
    assert.equal((await rename('사칭')).status, 200)
    assert.equal((await operator.callConsole('PUT', `${path}/verified-mark`, { verifiedMark: true })).status, 200)
    assert.deepEqual((await operator.callConsole('DELETE', `${path}/sessions`)).body.content, { endedSessions: 1 })
    const { body } = await operator.callConsole('GET', path)
    assert.deepEqual([body.content.channelName, body.content.verifiedMark], ['이름', true])
    const remove = (reason: string) => operator.callConsole('POST', `${path}/deletion`, { reason })
    assert.deepEqual((await remove('\u200b')).body.reason, { code: 'EMPTY', field: 'reason', params: {} })
    assert.equal((await remove('반복')).status, 200)
    assert.equal((await operator.callConsole('GET', path)).status, 404)
    const entries = (await operator.callConsole('GET', `/admin/audit?channelId=${person.channelId}`)).body.content.data
    const byOperator = entries.filter(({ actorId }: { actorId: string }) => actorId === operator.channelId)
    assert.deepEqual(
      byOperator
        .filter(({ action }: { action: string }) => action !== 'site.read')
        .map(({ action, detail }: { action: string; detail: { reason?: string } }) => [action, detail.reason]),
      [
        ['account.deleted', '반복'],
        ['web_session.ended', 'EVERYWHERE'],
        ['account.verified_mark_changed', undefined],
        ['account.renamed', '사칭'],
      ],
    )
  })
})

describe('a name that the site chose', () => {
  test('stays for 30 days, whatever the person chooses', async () => {
    await using site = await openSite()
    const person = await site.signedIn('나쁜 이름')
    const rename = `/admin/people/${person.channelId}/channel-name`
    const chosen = { channelName: '새 이름', reason: '욕설' }
    assert.equal((await site.moderator.callConsole('PUT', rename, chosen)).status, 200)
    const choose = (channelName: string) => person.callConsole('PUT', '/account/channel-name', { channelName })
    const { status, body } = await choose('내 이름')
    const reason = { code: 'NAME_CHOSEN_BY_SITE', field: 'channelName', params: { days: 30 } }
    assert.deepEqual([status, body.reason], [400, reason])
    site.clock.advance(30 * 24 * hour)
    await person.signIn(person.email, person.password)
    assert.equal((await choose('내 이름')).status, 200)
  })
})

describe('the data of a person', () => {
  test('is exported by an operator as by the person, with an entry of the audit log', async () => {
    await using site = await openSite()
    const { operator, moderator, viewer } = site
    const path = `/admin/people/${viewer.channelId}/export`
    assert.equal((await moderator.callConsole('GET', path)).body.reason?.code, 'SITE_ROLE_MISSING')
    const none = await operator.callConsole('GET', `/admin/people/${'0'.repeat(32)}/export`)
    assert.equal(none.body.reason?.code, 'NO_SUCH_ACCOUNT')
    const { body } = await operator.callConsole('GET', path)
    assert.equal(body.content.data[0].email, viewer.email)
    const own = (await viewer.callConsole('GET', '/account/export')).body
    assert.deepEqual(body, own)

    const reason = 'secret reason'
    const channelIds = [viewer.channelId]
    const suspension = { channelIds, reason, shownReason: 'spam', blocksDevices: true }
    for (const [method, address, json] of [
      ['PUT', `/admin/holds/${viewer.channelId}`, { caseNumber: 'secret', reason }],
      ['GET', `/admin/people/${viewer.channelId}`],
      ['PUT', `/admin/people/${viewer.channelId}/channel-name`, { channelName: '새 이름', reason }],
      ['POST', '/admin/suspensions', suspension],
    ] as const)
      assert.equal((await operator.callConsole(method, address, json)).status, 200, address)
    const audited: { action: string }[] = []
    for (let next = body.content.page.next; next !== null;) {
      const { content } = (await operator.callConsole('GET', `${path}?next=${encodeURIComponent(next)}`)).body
      if (content.kind === 'auditLog') audited.push(...content.data)
      next = content.page.next
    }
    // What the people who run the site do about a case, and their own reasons, are not for the person.
    const actions = audited.map(({ action }) => action)
    for (const action of ['account.suspended', 'account.renamed', 'device.blocked'])
      assert.ok(actions.includes(action), action)
    for (const action of ['hold.placed', 'site.read']) assert.ok(!actions.includes(action), action)
    assert.equal(actions.filter((action) => action === 'account.exported').length, 1)
    assert.ok(!JSON.stringify(audited).includes('secret'))
    assert.ok(JSON.stringify(audited).includes('spam'))
    const entries = (await operator.callConsole('GET', '/admin/audit?action=account.exported')).body.content.data
    assert.deepEqual(
      entries.map(({ actorId, channelId, count }: Record<string, unknown>) => [actorId, channelId, count]),
      [
        [viewer.channelId, viewer.channelId, 1],
        [operator.channelId, viewer.channelId, 1],
      ],
    )
  })
})

describe('the page of retention', () => {
  test('has each kind of data with its days, settings, size and oldest entry', async () => {
    await using site = await openSite()
    const { operator, moderator, viewer, channelId, deps } = site
    assert.equal((await moderator.callConsole('GET', '/admin/retention')).body.reason?.code, 'SITE_ROLE_MISSING')
    await site.act('goLive', { channelId })
    await sweepPartitions(deps)
    await viewer.callConsole('POST', `/channels/${channelId}/chat`, { message: '안녕' })
    const { data } = (await operator.callConsole('GET', '/admin/retention')).body.content
    const of = (kind: string) => data.find((one: { kind: string }) => one.kind === kind)
    assert.deepEqual(
      data.map(({ kind }: { kind: string }) => kind),
      retentionKinds,
    )
    const { days, settings, bytes, oldestDate } = of('chat')
    assert.deepEqual([days, settings], [30, ['ONAIR_CHAT_DAYS']])
    assert.ok(bytes > 0)
    assert.equal(oldestDate.slice(0, 10), new Date(site.clock.now()).toISOString().slice(0, 10))
    assert.equal(Date.parse(of('audit').oldestDate), site.clock.now())
    assert.equal(of('recordings').fileBytes, 0)
    assert.deepEqual([of('held').days, of('held').oldestDate], [null, null])
    const unreadable = data.filter((one: { bytes: number }) => !(one.bytes > 0))
    assert.deepEqual(unreadable, [])
  })
})

describe('a blocked network', () => {
  test('stops the fourth account of a spammer before its first message, and nobody elsewhere', async () => {
    await using site = await openSite()
    const spammers = []
    for (const name of ['spam1', 'spam2', 'spam3']) spammers.push(await site.signUpFrom('203.0.113.7', name))
    const path = `/channels/${site.viewer.channelId}`
    const chat = { message: '도박' }
    for (const one of spammers) assert.equal((await one.callConsole('POST', `${path}/chat`, chat)).status, 200)
    const block = { network: '203.0.113.9/24', reason: '도배', seconds: 3600 }
    const { body } = await site.moderator.callConsole('PUT', '/admin/blocked-networks', block)
    assert.deepEqual(body.content, { network: '203.0.113.0/24' })

    const fourth = await site.signUpFrom('203.0.113.200', 'spam4')
    assert.equal(fourth.status, 403)
    assert.deepEqual(await site.find('spam4'), [])
    for (const one of spammers) {
      assert.equal((await one.callConsole('POST', `${path}/chat`, chat)).body.reason?.code, 'NETWORK_BLOCKED')
      assert.equal((await one.callConsole('POST', `${path}/viewer`)).status, 403)
    }
    assert.equal((await site.signUpFrom('203.0.114.1', 'neighbour')).status, 302)

    site.clock.advance(hour)
    assert.equal((await spammers[0]?.callConsole('POST', `${path}/viewer`))?.status, 200)
    assert.deepEqual((await site.moderator.callConsole('GET', '/admin/blocked-networks')).body.content, { data: [] })
  })

  test('is a real network, not too large, and not that of who blocks it', async () => {
    await using site = await openSite()
    const refusal = async (network: string) =>
      (await site.moderator.callConsole('PUT', '/admin/blocked-networks', { network, reason: 'x' })).body.reason?.code
    for (const network of ['nothing', '203.0.113.7/33', '10.0.0.0/8', '2001:db8::/16', '1.2.3.4/24/7'])
      assert.equal(await refusal(network), 'INVALID_NETWORK', network)
    assert.equal(await refusal('127.0.0.0/16'), 'OWN_NETWORK')
    await site.signUpFrom('2001:db8:1:2::3', 'six')
    for (const search of ['2001:db8:1::/48', '2001:db8:1:2:5::6', '2001:db8:1:2'])
      assert.equal((await site.find(search)).length, 1, search)
    const [{ channelId }] = await site.find('six')
    const page = async () => (await site.moderator.callConsole('GET', `/admin/people/${channelId}`)).body.content
    const [used] = (await page()).networks
    assert.deepEqual([used.network, used.isBlocked], ['2001:db8:1:2::/64', false])
    for (const network of [used.network, '::ffff:198.51.100.7']) assert.equal(await refusal(network), undefined)
    assert.equal((await page()).networks[0].isBlocked, true)
    const listed = (await site.moderator.callConsole('GET', '/admin/blocked-networks')).body.content.data
    const networks = listed.map(({ network }: { network: string }) => network)
    assert.deepEqual(networks.toSorted(), ['198.51.100.7/32', '2001:db8:1:2::/64'])
    const query = `network=${encodeURIComponent('2001:db8:1:2::/64')}`
    assert.equal((await site.moderator.callConsole('DELETE', `/admin/blocked-networks?${query}`)).status, 200)
    const again = await site.moderator.callConsole('DELETE', `/admin/blocked-networks?${query}`)
    assert.equal(again.body.reason?.code, 'NETWORK_NOT_BLOCKED')
  })

  test('keeps nobody out who runs the site', async () => {
    await using site = await openSite()
    await site.moderator.callConsole('PUT', '/admin/blocked-networks', { network: '203.0.113.7', reason: 'x' })
    const list = (path: string) =>
      site.operator.callConsole(
        'PUT',
        path,
        { network: '203.0.113.8', reason: 'y' },
        { 'x-forwarded-for': '203.0.113.7' },
      )
    assert.equal((await list('/admin/blocked-networks')).status, 200)
  })
})

const suspend = (site: Awaited<ReturnType<typeof openSite>>, channelId: string, fields: object = {}) =>
  site.moderator.callConsole('POST', '/admin/suspensions', {
    channelIds: [channelId],
    blocksDevices: true,
    ...fields,
  })
const signUp = async (browser: ReturnType<typeof httpBrowser>, name: string) => {
  await browser.get('/sign-up')
  const form = { channelName: name, email: `${name}@example.com`, password: 'correct horse' }
  return browser.post('/sign-up', form)
}

describe('blocked browsers', () => {
  test('keep a suspended person from another account, at every address, for as long as the suspension lasts', async () => {
    await using site = await openSite()
    const browser = httpBrowser(site.url)
    assert.equal((await signUp(browser, 'spam1')).status, 302)
    const [spammer] = await site.find('spam1')
    const path = `/admin/people/${spammer.channelId}`
    const facts = async () => (await site.moderator.callConsole('GET', path)).body.content.devices
    assert.deepEqual(await facts(), { known: 1, blocked: 0 })
    assert.equal(
      (await suspend(site, spammer.channelId, { reason: '도배', shownReason: 'Flooding', seconds: 3600 })).status,
      200,
    )
    assert.deepEqual(await facts(), { known: 1, blocked: 1 })

    const second = await signUp(browser, 'spam2')
    assert.equal(second.status, 403)
    assert.match(second.text, /This browser is blocked/)
    assert.deepEqual(await site.find('spam2'), [])
    const { viewer } = site
    await browser.get('/sign-in')
    assert.equal((await browser.post('/sign-in', { email: viewer.email, password: viewer.password })).status, 403)
    // Only the suspended person reads why.
    const own = { email: 'spam1@example.com', password: 'correct horse' }
    assert.match((await browser.post('/sign-in', own)).text, /Reason: Flooding/)
    const wrong = await browser.post('/sign-in', { ...own, password: 'wrong password' })
    assert.match(wrong.text, /This browser is blocked/)
    assert.doesNotMatch(wrong.text, /Flooding/)
    const join = () => browser.callConsole('POST', `/channels/${site.channelId}/viewer`)
    assert.equal((await join()).body.reason?.code, 'DEVICE_BLOCKED')
    assert.equal((await viewer.callConsole('POST', `/channels/${site.channelId}/viewer`)).status, 200)

    const { data } = (await site.moderator.callConsole('GET', '/admin/blocked-devices')).body.content
    const [block] = data
    assert.deepEqual(
      [data.length, block.channelName, block.devices, block.reason, Date.parse(block.endDate) - site.clock.now()],
      [1, 'spam1', 1, '도배', hour],
    )
    site.clock.advance(hour)
    assert.equal((await join()).status, 200)
    assert.deepEqual((await site.moderator.callConsole('GET', '/admin/blocked-devices')).body.content, { data: [] })
    assert.equal((await signUp(browser, 'spam3')).status, 302)
  })

  test('apply to who is signed in there with another account, and are lifted alone or with the suspension', async () => {
    await using site = await openSite()
    const [one, other] = [await site.signedIn('하나'), await site.signedIn('둘')]
    const name = [...one.cookies.keys()].find((cookie) => cookie.endsWith('onair-device')) ?? ''
    const chat = (channelId = site.viewer.channelId) =>
      other.callConsole('POST', `/channels/${channelId}/chat`, { message: '안녕하세요' })
    assert.equal((await chat()).status, 200)
    other.cookies.set(name, one.cookies.get(name) ?? '')
    const lift: (() => Promise<{ status: number }>)[] = [
      () => site.moderator.callConsole('DELETE', `/admin/blocked-devices/${one.channelId}`),
      () => site.moderator.callConsole('DELETE', `/admin/suspensions/${one.channelId}`),
    ]
    assert.equal((await suspend(site, one.channelId)).status, 200)
    for (const end of lift) {
      assert.equal((await chat()).body.reason?.code, 'DEVICE_BLOCKED')
      assert.equal((await end()).status, 200)
      assert.equal((await chat()).status, 200)
      await suspend(site, one.channelId)
    }
    const query = `channelId=${one.channelId}`
    const entries = (await site.operator.callConsole('GET', `/admin/audit?${query}`)).body.content.data
    const counted = entries.filter(({ action }: { action: string }) => action.startsWith('device.'))
    assert.deepEqual(
      counted.map(({ action, count }: { action: string; count: number }) => [action, count]),
      [
        ['device.unblocked', 2],
        ['device.blocked', 3],
      ],
    )
    await site.moderator.callConsole('DELETE', `/admin/blocked-devices/${one.channelId}`)
    const again = await site.moderator.callConsole('DELETE', `/admin/blocked-devices/${one.channelId}`)
    assert.deepEqual([again.status, again.body.reason?.code], [404, 'DEVICES_NOT_BLOCKED'])
  })

  test('are not those in which somebody who runs the site signed in, nor any without the choice', async () => {
    await using site = await openSite()
    const shared = await site.signedIn('함께 쓰는 사람')
    const { moderator } = site
    shared.cookies.delete('onair-session')
    await shared.signIn(moderator.email, moderator.password)
    await suspend(site, shared.channelId)
    assert.deepEqual((await moderator.callConsole('GET', '/admin/blocked-devices')).body.content, { data: [] })
    const alone = await site.signedIn('혼자 쓰는 사람')
    await suspend(site, alone.channelId, { blocksDevices: false })
    assert.deepEqual((await moderator.callConsole('GET', '/admin/blocked-devices')).body.content, { data: [] })
  })

  test('stay blocked when the person is deleted', async () => {
    await using site = await openSite()
    const person = await site.signedIn('지울 사람')
    await suspend(site, person.channelId)
    assert.equal(
      (await site.operator.callConsole('POST', `/admin/people/${person.channelId}/deletion`, { reason: 'x' })).status,
      200,
    )
    await purgeAccounts(site.deps)
    const { data } = (await site.moderator.callConsole('GET', '/admin/blocked-devices')).body.content
    assert.deepEqual([data.length, data[0].channelName], [1, null])
    await person.get('/sign-up')
    assert.equal((await person.post('/sign-up', {})).status, 403)
  })
})
