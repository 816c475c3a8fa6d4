import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { rm, writeFile } from 'node:fs/promises'
import { describe, test } from 'node:test'
import { openConsoleTestApp } from '../../../tests/support/apps/console-test-app.ts'
import { openTestApp } from '../../../tests/support/apps/test-app.ts'
import { httpBrowser } from '../../../tests/support/clients/http-browser.ts'

async function loadPolicy(playbackUrl: string | null): Promise<string> {
  await using testApp = await openTestApp({ settings: { playbackUrl } })
  const { headers } = await httpBrowser(testApp.url).get('/watch')
  return headers.get('content-security-policy') ?? ''
}

describe('console page', () => {
  test('is served at every path of the console, in the language of the browser, uncached', async () => {
    await using testApp = await openTestApp()
    const browser = httpBrowser(testApp.url, 'ko')
    for (const path of [
      '/console',
      '/console/',
      '/console/apps/some-client?tab=scopes',
      '/watch/some-channel',
      '/studio',
      '/reference',
    ]) {
      const { status, headers, text } = await browser.get(path)
      assert.deepEqual([status, headers.get('cache-control')], [200, 'no-store'], path)
      assert.match(text, /<html lang="ko" data-mode="production" data-now="\d+" data-theme="auto">/)
      assert.doesNotMatch(text, /__[A-Z]+__/)
    }
    assert.match((await browser.get('/console?lang=en')).text, /<html lang="en"/)
    assert.match((await browser.get('/console')).text, /<html lang="en"/)
    assert.match((await browser.get('/sign-in')).text, /<html lang="en"/)
  })

  test('of a channel says to other sites what a link to it shows', async () => {
    await using testApp = await openConsoleTestApp()
    const streamer = await testApp.signedIn('"<b>__NONCE__')
    const { channelId } = streamer
    const preview = async (language: string): Promise<Record<string, string | undefined>> => {
      const { text } = await httpBrowser(testApp.url, language).get(`/watch/${channelId}`)
      const [, title] = /<title>(.*)<\/title>/.exec(text) ?? []
      const tags = [...text.matchAll(/<meta property="og:(\w+)" content="([^"]*)"/g)].map(([, ...tag]) => tag)
      return { title, ...Object.fromEntries(tags) }
    }
    const name = '&quot;&lt;b&gt;__NONCE__'
    assert.deepEqual(await preview('en'), {
      title: name,
      type: 'website',
      site_name: 'Onair',
      description: 'A channel on Onair',
      url: `${testApp.url}/watch/${channelId}`,
    })
    await streamer.callConsole('POST', '/live', { liveTitle: '첫 방송' })
    await streamer.callConsole('PATCH', '/live/setting', { categoryId: 'talk' })
    const live = await preview('ko')
    assert.deepEqual([live['title'], live['description']], [`첫 방송 - ${name}`, '지금 방송 중 · 토크'])
    assert.equal((await fetch(live['image'] ?? '')).headers.get('content-type'), 'image/png')
    await streamer.callConsole('PATCH', '/live/setting', { adult: true })
    assert.deepEqual(await preview('en').then(({ title, image }) => [title, image]), [name, undefined])
    const { text } = await httpBrowser(testApp.url).get('/watch/no-such-channel')
    assert.match(text, /<title>Onair<\/title>/)
  })

  test('lets pages of other sites frame the player of a channel, and nothing else', async () => {
    await using testApp = await openTestApp()
    const browser = httpBrowser(testApp.url)
    for (const [path, framing] of [
      ['/embed/some-channel', ['frame-ancestors *', null]],
      ['/watch/some-channel', ["frame-ancestors 'none'", 'DENY']],
      ['/@some_channel', ["frame-ancestors 'none'", 'DENY']],
      ['/studio', ["frame-ancestors 'none'", 'DENY']],
    ] as const) {
      const { headers } = await browser.get(path)
      const [ancestors] = /frame-ancestors [^;]+/.exec(headers.get('content-security-policy') ?? '') ?? []
      assert.deepEqual([ancestors, headers.get('x-frame-options')], framing, path)
    }
    assert.equal((await browser.get('/embed/some-channel/studio')).status, 404)
  })

  test('allows only its own scripts, styles with the nonce of the response, and no framing', async () => {
    await using testApp = await openTestApp()
    const browser = httpBrowser(testApp.url)
    const nonces = await Promise.all(
      [1, 2].map(async () => {
        const { headers, text } = await browser.get('/console')
        const policy = headers.get('content-security-policy') ?? ''
        assert.match(policy, /default-src 'none'; script-src 'self'; style-src 'self' 'nonce-[\w-]{22}';/)
        assert.match(policy, /frame-ancestors 'none'/)
        assert.doesNotMatch(policy, /unsafe/)
        const nonce = /'nonce-([\w-]+)'/.exec(policy)?.[1] ?? ''
        assert.ok(text.includes(`nonce="${nonce}"`))
        return nonce
      }),
    )
    assert.notEqual(nonces[0], nonces[1])
  })

  test('may connect to the origins of sockets and API, and show pictures of ONAIR_THUMBNAIL_URL', async () => {
    await using testApp = await openTestApp({
      settings: {
        socketUrl: 'https://sockets.example',
        mediaUrl: 'https://media.example',
        authUrl: 'https://onair.example',
        thumbnailUrl: 'https://pictures.example/{channelId}/{type}.jpg',
      },
    })
    const { headers } = await httpBrowser(testApp.url).get('/watch', {
      headers: { host: 'onair.example' },
    })
    const policy = headers.get('content-security-policy') ?? ''
    assert.match(
      policy,
      /connect-src 'self' wss:\/\/sockets\.example https:\/\/media\.example; media-src https:\/\/media\.example http:\S+ blob:;/,
    )
    assert.ok(policy.includes(`img-src 'self' data: ${testApp.url} https://pictures.example;`))
  })

  // Gap 150.
  test('may load media only from this platform, or from the configured media server', async () => {
    const policy = await loadPolicy('https://live.example/hls/{channelId}/index.m3u8')
    assert.match(
      policy,
      /; connect-src 'self' ws:\S+ https:\/\/live\.example; media-src https:\/\/live\.example http:\S+ blob:;/,
    )
    assert.doesNotMatch(policy, /worker-src|unsafe/)
    assert.match(await loadPolicy(null), /; connect-src 'self' ws:(\S+) http:\1; media-src http:\1 blob:; form-action/)
  })

  test('may use the camera, the microphone and the screen in the studio alone', async () => {
    await using testApp = await openTestApp()
    const browser = httpBrowser(testApp.url)
    const policyOf = async (path: string) => (await browser.get(path)).headers.get('permissions-policy') ?? ''
    for (const path of ['/studio', '/studio/chat'])
      assert.match(
        await policyOf(path),
        /^camera=\(self\), display-capture=\(self\), geolocation=\(\), .*microphone=\(self\),/,
      )
    for (const path of ['/watch', '/watch/studio', '/console', '/reference', '/studiox'])
      assert.doesNotMatch(await policyOf(path), /self/, path)
  })

  test('contains the API origin where it differs', async () => {
    await using one = await openTestApp()
    assert.ok((await httpBrowser(one.url).get('/reference')).text.includes('<meta name="onair-api" content="" />'))
    await using two = await openTestApp({ settings: { authUrl: 'https://onair.example' } })
    const { text } = await httpBrowser(two.url).get('/reference', { headers: { host: 'onair.example' } })
    assert.ok(text.includes(`<meta name="onair-api" content="${two.url}/" />`))
  })
})

describe('console files', () => {
  test('are cached forever; other paths are 404', async () => {
    await using testApp = await openTestApp()
    const { text } = await httpBrowser(testApp.url).get('/console')
    const files = [...text.matchAll(/"(\/console\/assets\/[^"]+)"/g)].map(([, path]) => path ?? '')
    assert.ok(files.some((path) => path.endsWith('.js')) && files.some((path) => path.endsWith('.css')))
    for (const path of files) {
      const { status, headers } = await fetch(testApp.url + path)
      assert.equal(status, 200)
      assert.equal(headers.get('cache-control'), 'public, max-age=31536000, immutable')
      assert.equal(headers.get('content-encoding'), 'gzip')
      assert.match(headers.get('content-type') ?? '', path.endsWith('.js') ? /^text\/javascript/ : /^text\/css/)
    }
    for (const path of ['/console/assets/index.js', '/console/assets/..%2findex.html', '/console/v1/nothing']) {
      const { status, body } = await testApp.call('GET', path)
      assert.deepEqual([status, body.message], [404, 'NOT_FOUND'], path)
    }
  })

  test('are read again after a failed read', async () => {
    const name = `test-${randomUUID()}.js`
    const file = new URL(`../../console/dist/assets/${name}`, import.meta.url)
    await using _ = { [Symbol.asyncDispose]: () => rm(file, { force: true }) }
    await writeFile(file, 'export {}')
    await using testApp = await openTestApp()
    const status = async () => (await fetch(`${testApp.url}/console/assets/${name}`)).status
    await rm(file)
    assert.equal(await status(), 500)
    await writeFile(file, 'export {}')
    assert.equal(await status(), 200)
    await rm(file)
    assert.equal(await status(), 200)
  })
})
