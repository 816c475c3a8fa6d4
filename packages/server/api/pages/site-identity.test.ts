import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { grantSiteRole } from '../../features/operators/site-roles.ts'
import { openConsoleTestApp } from '../../../../tests/support/apps/console-test-app.ts'
import { httpBrowser } from '../../../../tests/support/clients/http-browser.ts'

/** A site with an operator. */
async function openSite() {
  const testApp = await openConsoleTestApp()
  const { deps, viewer } = testApp
  await grantSiteRole({ channelId: viewer.channelId, role: 'OPERATOR' }, deps)
  const call = async (method: string, path: string, body?: object) => {
    const { status, body: answer } = await viewer.callConsole(method, path, body)
    assert.equal(status, 200, JSON.stringify(answer))
    return answer.content
  }
  return { ...testApp, call, guest: httpBrowser(testApp.url, 'en') }
}

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

describe('the identity of the site', () => {
  test('is on the pages of the server and of the console, as text and never as markup', async () => {
    await using site = await openSite()
    const texts = { banner: 'Down at <b>3</b>', welcome: 'Hello <i>you</i>', footer: 'A club & more' }
    await site.call('PATCH', '/admin/site', { ...texts, contact: 'team@club.example', accent: '#1a7f37' })
    for (const path of ['/', '/sign-in', '/watch', '/studio']) {
      const { text } = await site.guest.get(path)
      assert.ok(text.includes('<p class="site-banner">Down at &lt;b&gt;3&lt;/b&gt;</p>'), path)
      assert.ok(text.includes('<p>A club &amp; more</p>'), path)
      assert.ok(text.includes('<a href="mailto:team@club.example">Contact</a>'), path)
      assert.ok(text.includes('href="/assets/accent/1a7f37.css"'), path)
      assert.ok(text.includes('Runs on Onair'), path)
    }
    const person = { channelName: '시청자 둘', email: 'second@club.example', password: 'correct horse' }
    await site.act('createPerson', person)
    const [{ channelId }] = await site.call('GET', `/admin/people?search=${person.email}`).then(({ data }) => data)
    const suspend = async (suspension: object) => {
      await site.call('POST', '/admin/suspensions', { channelIds: [channelId], reason: 'private note', ...suspension })
      const { email, password } = person
      const { text } = await site.guest.post('/sign-in', { email, password })
      assert.doesNotMatch(text, /private note/)
      assert.match(text, /Contact [^<]+<a href="mailto:team@club\.example">team@club\.example<\/a>/)
      await site.call('DELETE', `/admin/suspensions/${channelId}`)
      return text
    }
    assert.match(await suspend({}), /suspended[^<]+until an operator lifts it/)
    const told = await suspend({ shownReason: 'Spam in <b>chats</b>', seconds: 86_400 })
    assert.match(
      told,
      /The suspension ends on [A-Z][a-z]+ \d+, \d{4}[^<]+ \(UTC\)\.[^R]+Reason: Spam in &lt;b&gt;chats&lt;\/b&gt;/,
    )
    assert.ok((await site.guest.get('/')).text.includes('Hello &lt;i&gt;you&lt;/i&gt;'))
    const style = await site.guest.get('/assets/accent/1a7f37.css')
    assert.equal(style.headers.get('content-type'), 'text/css; charset=utf-8')
    assert.match(style.text, /--color-action: light-dark\(oklch\(from #1a7f37 /)
    assert.equal((await site.guest.get('/assets/accent/red}.css')).status, 404)

    await site.call('PATCH', '/admin/site', { showsSoftware: false, footer: '', contact: '', banner: '' })
    assert.doesNotMatch((await site.guest.get('/sign-in')).text, /Runs on|site-footer|site-banner/)
  })

  test('has a logo, which is the icon of every page until it is removed', async () => {
    await using site = await openSite()
    assert.equal((await site.viewer.callConsole('PUT', '/admin/site/logo', { picture: 'bm90IGE=' })).status, 400)
    await site.call('PUT', '/admin/site/logo', { picture: png.toString('base64') })
    const { logoUrl } = await site.call('GET', '/admin/site')
    const path = new URL(logoUrl).pathname
    const { headers, status } = await fetch(logoUrl)
    assert.deepEqual([status, headers.get('content-type')], [200, 'image/png'])
    for (const page of ['/sign-in', '/watch'])
      assert.ok((await site.guest.get(page)).text.includes(`<link rel="icon" href="${path}"`), page)
    assert.equal((await site.guest.get('/favicon.ico')).headers.get('location'), path)
    await site.call('PUT', '/admin/site/logo', { picture: null })
    assert.equal((await fetch(logoUrl)).status, 404)
    assert.equal((await site.guest.get('/favicon.ico')).headers.get('location'), '/assets/favicon.svg')
  })

  test('is in the files that robots and browsers look for', async () => {
    await using site = await openSite()
    assert.match((await site.guest.get('/robots.txt')).text, /^User-agent: \*\nDisallow: \/account\n/)
    assert.equal((await site.guest.get('/.well-known/security.txt')).status, 404)
    await site.call('PATCH', '/admin/site', {
      name: 'Club',
      accent: '#1a7f37',
      contact: 'https://club.example/help',
      isIndexed: false,
    })
    assert.equal((await site.guest.get('/robots.txt')).text, 'User-agent: *\nDisallow: /\n')
    const { text } = await site.guest.get('/.well-known/security.txt')
    assert.match(text, /^Contact: https:\/\/club\.example\/help\nExpires: \d{4}-\d\d-\d\dT[\d:.]+Z\n/)
    const manifest = JSON.parse((await site.guest.get('/manifest.webmanifest')).text)
    assert.deepEqual([manifest.name, manifest.theme_color], ['Club', '#1a7f37'])
  })

  test('refuses contacts and colours that are none', async () => {
    await using site = await openSite()
    for (const change of [
      { contact: 'javascript:alert(1)' },
      { contact: 'http://club.example' },
      { contact: 'mailto:team@club.example' },
      { contact: 'two words@club.example' },
      { accent: 'red' },
      { accent: '#fff' },
      { banner: 'a\u0000b' },
    ])
      assert.equal((await site.viewer.callConsole('PATCH', '/admin/site', change)).status, 400, JSON.stringify(change))
  })
})

const publish = (text: string, mustBeAccepted = true) => ({ kind: 'TERMS', text, mustBeAccepted })

describe('the documents of the site', () => {
  test('must be accepted before a person goes on, once for each version that says so', async () => {
    await using site = await openSite()
    const { guest } = site
    const person = await site.signedIn('시청자 둘')
    assert.equal((await guest.get('/terms')).status, 404)
    assert.deepEqual(await site.call('POST', '/admin/site/documents', publish('# Rules\n\nBe <kind>.')), { version: 1 })
    const { text } = await guest.get('/terms')
    assert.match(text, /<h2>Rules<\/h2>\s*<p>Be &lt;kind&gt;\.<\/p>/)
    assert.ok((await guest.get('/')).text.includes('<a href="/terms">Terms of service</a>'))

    const write = () => person.callConsole('PUT', `/channels/${site.viewer.channelId}/follow`, {})
    assert.equal((await write()).body.reason?.code, 'TERMS_NOT_ACCEPTED')
    assert.equal((await person.callConsole('GET', '/visitor')).body.content.visitor.mustAcceptTerms, true)
    assert.equal((await person.callConsole('GET', '/account')).status, 200)
    const operator = await site.signedIn('운영자 둘')
    await grantSiteRole({ channelId: operator.channelId, role: 'MODERATOR' }, site.deps)
    assert.equal((await operator.callConsole('GET', '/visitor')).body.content.visitor.mustAcceptTerms, true)
    assert.equal((await operator.callConsole('GET', '/admin/people')).status, 200)
    const redirected = await person.get('/')
    assert.equal(redirected.headers.get('location'), '/accept-terms')
    const page = (await person.get('/accept-terms?back=%2Fwatch')).text
    const field = (name: string) => new RegExp(`name="${name}" value="([^"]+)"`).exec(page)?.[1] ?? ''
    const form = { csrf: field('csrf'), version: field('version') }
    assert.equal((await person.post('/accept-terms?back=%2Fwatch', form)).headers.get('location'), '/watch')
    assert.equal((await write()).status, 200)

    await site.call('POST', '/admin/site/documents', publish('A typing error is corrected.', false))
    assert.equal((await write()).status, 200)
    await site.call('POST', '/admin/site/documents', publish('Something else is asked.'))
    assert.equal((await write()).status, 403)
    // An invented later version counts as the last one.
    assert.equal((await person.post('/accept-terms', { ...form, version: '99' })).status, 302)
    assert.equal((await write()).status, 200)
    await site.call('POST', '/admin/site/documents', publish('Once more.'))
    assert.equal((await write()).status, 403)
    await site.call('POST', '/admin/site/documents', publish(''))
    assert.equal((await write()).status, 200)
    assert.equal((await guest.get('/terms')).status, 404)

    const { data } = await site.call('GET', '/admin/audit?action=account.terms_accepted')
    assert.ok(data.some(({ channelId }: { channelId: string }) => channelId === person.channelId))
  })

  test('are accepted at sign-up, which does not go on without', async () => {
    await using site = await openSite()
    await site.call('POST', '/admin/site/documents', publish('Be kind.'))
    const browser = httpBrowser(site.url, 'en')
    const page = (await browser.get('/sign-up')).text
    const csrf = /name="csrf" value="([^"]+)"/.exec(page)?.[1] ?? ''
    const person = { csrf, channelName: 'new', email: 'new@club.example', password: 'a long password 1' }
    const refused = await browser.post('/sign-up', person)
    assert.equal(refused.status, 400)
    assert.ok(refused.text.includes('Accept this to sign up.'))
    assert.equal((await browser.post('/sign-up', { ...person, accepts: '1' })).status, 302)
    assert.equal((await browser.get('/')).status, 200)
  })

  test('published at the same time get versions of their own', async () => {
    await using site = await openSite()
    const versions = await Promise.all(
      Array.from(
        { length: 5 },
        async (_, index) => (await site.call('POST', '/admin/site/documents', publish(`v${index}`, false))).version,
      ),
    )
    assert.deepEqual(
      versions.toSorted((one, other) => one - other),
      [1, 2, 3, 4, 5],
    )
  })
})
