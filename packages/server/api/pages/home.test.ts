import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createPerson } from '../../features/accounts/sign-up/create-person.ts'
import { grantSiteRole } from '../../features/operators/site-roles.ts'
import { follow } from '../../features/channels/follow.ts'
import { goLive } from '../../features/lives/go-live.ts'
import { updateLiveSetting } from '../../features/lives/live-settings.ts'
import { invalidField } from '../../shared/refusal.ts'
import { httpBrowser } from '../../../../tests/support/clients/http-browser.ts'
import { openTestApp, type TestApp } from '../../../../tests/support/apps/test-app.ts'
import { en } from './locales/en.ts'

describe('home page of a site', () => {
  test('shows who is live, most viewers first, and nothing about the interface', async () => {
    await using site = await openSite()
    const { text } = await site.browser.get('/')
    assert.deepEqual(titlesIn(text), ['Ranked until dawn', '<Cooking> together', 'Quiet talk'])
    assert.ok(text.includes('1,200 viewers'))
    assert.ok(text.includes('/assets/thumbnails/'))
    assert.doesNotMatch(text, /open\/v1|account-interlock|<script/)
  })

  test('filters by category and by a search in title, channel, category and tag', async () => {
    await using site = await openSite()
    const search = async (query: string) => titlesIn((await site.browser.get(`/?${query}`)).text)
    assert.deepEqual(await search('category=Overcooked_2'), ['<Cooking> together'])
    assert.deepEqual(await search('q=DAWN'), ['Ranked until dawn'])
    assert.deepEqual(await search(`q=${encodeURIComponent('조용한방송')}`), ['Quiet talk'])
    assert.deepEqual(await search('q=kimchi'), ['<Cooking> together'])
    assert.deepEqual(await search('q=100%25'), [])
    const { text } = await site.browser.get('/?q=%3Cscript%3E')
    assert.ok(text.includes('&lt;script&gt;') && !text.includes('<script'))
    assert.ok(text.includes(en.siteHome.noResults))
  })

  test('shows the live channels that the visitor follows', async () => {
    await using site = await openSite()
    const { deps } = site.testApp
    const fan = await createPerson({ channelName: 'a fan', email: 'fan@example.com', password: 'long enough' }, deps)
    await follow({ channelId: site.channels[2]!, byChannelId: fan.channelId }, deps)
    await site.browser.signIn(fan.email, fan.password)
    const { text } = await site.browser.get('/')
    const [, following = ''] = /<section[^>]*aria-labelledby="following">(.*?)<\/section>/s.exec(text) ?? []
    assert.deepEqual(titlesIn(following), ['Quiet talk'])
    assert.match(following, /class="card lead"/)
    assert.deepEqual(titlesIn(text), ['Quiet talk', 'Ranked until dawn', '<Cooking> together'])
    assert.doesNotMatch((await site.browser.get('/?q=dawn')).text, /id="following"/)
    for (const channelId of site.channels) await follow({ channelId, byChannelId: fan.channelId }, deps)
    const { text: allFollowed } = await site.browser.get('/')
    assert.equal(titlesIn(allFollowed).length, 3)
    assert.doesNotMatch(allFollowed, /aria-labelledby="live"/)
  })

  test('leads to the first steps while nothing has happened, an operator to those of the site', async () => {
    await using testApp = await openTestApp({ settings: { mode: 'production' } })
    const browser = httpBrowser(testApp.url)
    const { text } = await browser.get('/')
    assert.ok(
      text.includes(en.siteHome.isNew) && text.includes('href="/sign-up"') && text.includes('href="/reference"'),
    )
    assert.doesNotMatch(text, /href="\/admin/)
    const person = await testApp.act('createPerson', { channelName: 'Mina', password: 'long enough' })
    await grantSiteRole({ channelId: person.channelId, role: 'OPERATOR' }, testApp.deps)
    await browser.signIn(person.email, 'long enough')
    const { text: forOperator } = await browser.get('/')
    assert.ok(forOperator.includes('href="/admin/site"') && forOperator.includes('href="/admin/sign-up"'))
  })
})

/** A production site with three live channels. */
async function openSite() {
  await using opening = new AsyncDisposableStack()
  const testApp = opening.use(await openTestApp({ settings: { mode: 'production' } }))
  const channels = []
  for (const [name, title, viewers, tags, categoryId] of [
    ['dawn gamer', 'Ranked until dawn', 1_200, [], 'talk'],
    ['chef', '<Cooking> together', 30, ['kimchi'], 'Overcooked_2'],
    ['조용한방송', 'Quiet talk', 1, [], 'talk'],
  ] as const) {
    channels.push(await openLive(testApp, { name, title, viewers }))
    const setting = { tags: [...tags], ...(categoryId === 'talk' ? {} : { categoryType: 'GAME' as const, categoryId }) }
    await updateLiveSetting(channels.at(-1)!, setting, invalidField, testApp.deps)
  }
  const browser = httpBrowser(testApp.url)
  const opened = opening.move()
  return { testApp, channels, browser, [Symbol.asyncDispose]: () => opened.disposeAsync() }
}

async function openLive({ deps }: TestApp, live: { name: string; title: string; viewers: number }): Promise<string> {
  const email = `${live.viewers}@example.com`
  const { channelId } = await createPerson({ channelName: live.name, email }, deps)
  await goLive({ channelId, liveTitle: live.title, simulatedViewers: live.viewers }, deps)
  return channelId
}

function titlesIn(text: string): string[] {
  const titles = [...text.matchAll(/<h[23]><a class="card-link" href="\/watch\/[0-9a-f]{32}">(.*?)<\/a>/g)].map(
    ([, title]) => title ?? '',
  )
  return titles.map((title) => title.replaceAll('&lt;', '<').replaceAll('&gt;', '>'))
}
