import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { openConsoleTestApp } from '../../../../tests/support/apps/console-test-app.ts'
import { httpBrowser } from '../../../../tests/support/clients/http-browser.ts'
import { openSessionClient } from '../../../../tests/support/clients/session-client.ts'
import { connectViewer } from '../../../../tests/support/clients/viewer-client.ts'

/** A streamer with a manager, and a viewer who donated. */
async function openDonation({ isAnonymous = false } = {}) {
  await using opening = new AsyncDisposableStack()
  const testApp = opening.use(await openConsoleTestApp())
  const { viewer } = testApp
  const [streamer, manager] = [await testApp.signedIn('방송인'), await testApp.signedIn('매니저')]
  await streamer.callConsole('PUT', `/managers/${manager.channelId}`, { userRole: 'STREAMING_CHAT_MANAGER' })
  const channel = `/channels/${streamer.channelId}`
  const donation = { payAmount: 1_000, donationText: '나쁜 말', isAnonymous }
  const { donationId } = (await viewer.callConsole('POST', `${channel}/donations`, donation)).body.content
  const opened = opening.move()
  return {
    ...testApp,
    streamer,
    manager,
    channel,
    donationId,
    hide: (by = manager, id = donationId) => by.callConsole('DELETE', `${channel}/donations/${id}`),
    async openOverlay(kind: string) {
      const { overlayUrl } = (await streamer.callConsole('POST', `/overlays/${kind}/url`, {})).body.content
      const url = new URL(overlayUrl)
      const token = new URLSearchParams(url.hash.slice(1)).get('token')
      const { content } = (await httpBrowser(testApp.url).callConsole('POST', '/overlays/open', { token })).body
      return content
    },
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  }
}

describe('hideDonation', () => {
  test('tells watch pages and overlays at once, and the donation is no longer among what they read', async () => {
    await using site = await openDonation()
    const { streamer, donationId } = site
    using watching = await connectViewer(httpBrowser(site.url), streamer.channelId)
    using overlay = openSessionClient((await site.openOverlay('alerts')).watchUrl)
    assert.equal((await overlay.next())[0], 'STATE')
    const before = (await streamer.callConsole('GET', site.channel)).body.content
    assert.deepEqual(
      before.recent.map(({ event }: any) => event.eventId),
      [donationId],
    )
    assert.equal((await site.openOverlay('events')).recent.length, 1)

    assert.equal((await site.hide()).status, 200)
    for (const socket of [watching, overlay])
      assert.deepEqual(await socket.next(), ['DONATION_HIDDEN', { eventId: donationId }])
    assert.deepEqual((await streamer.callConsole('GET', site.channel)).body.content.recent, [])
    assert.deepEqual((await site.openOverlay('events')).recent, [])
    assert.deepEqual((await site.openOverlay('alerts')).hiddenDonations, [donationId])
    assert.equal((await site.openOverlay('goal')).progress, 0, 'the goal began after the donation')
    const { data } = (await streamer.callConsole('GET', '/activity?kind=DONATION')).body.content
    assert.deepEqual([data[0].isHidden, data[0].donationText, data[0].payAmount], [true, '나쁜 말', 1_000])
  })

  test('is in the moderation log once, with the text and the donator, unless the donation was anonymous', async () => {
    for (const isAnonymous of [false, true]) {
      await using site = await openDonation({ isAnonymous })
      for (let count = 0; count < 2; count++) assert.equal((await site.hide()).status, 200)
      const { data } = (await site.manager.callConsole('GET', `${site.channel}/moderation-log?action=donation.hidden`))
        .body.content
      assert.deepEqual(
        data.map((entry: any) => [entry.actorName, entry.targetChannelId, entry.message.content]),
        [['매니저', isAnonymous ? null : site.viewer.channelId, '나쁜 말']],
      )
    }
  })

  test('is for moderators of the channel, and for donations to it', async () => {
    await using site = await openDonation()
    const other = await site.signedIn('다른 방송인')
    assert.equal((await site.hide(site.viewer)).status, 403)
    assert.equal(
      (await other.callConsole('DELETE', `/channels/${other.channelId}/donations/${site.donationId}`)).status,
      404,
    )
    for (const id of ['x', crypto.randomUUID()]) assert.equal((await site.hide(site.manager, id)).status, 404)
    assert.equal((await site.hide(site.streamer)).status, 200)
  })
})

describe('the status of a chat box', () => {
  test('names the messages that moderators hid, and its socket says so without counting a viewer', async () => {
    await using site = await openDonation()
    const { channel, manager, streamer, viewer } = site
    await streamer.callConsole('POST', '/live', {})
    const { messageId } = (await viewer.callConsole('POST', `${channel}/chat`, { message: '나쁜 말' })).body.content
    using overlay = openSessionClient((await site.openOverlay('chat')).watchUrl)
    assert.equal((await overlay.next())[0], 'STATE')
    site.clock.advance(1_000)
    await viewer.callConsole('POST', `${channel}/chat`, { message: '안녕' })
    await manager.callConsole('DELETE', `${channel}/chat/${messageId}`)
    const [name, hidden] = await overlay.next()
    assert.deepEqual([name, hidden.senderChannelId], ['HIDDEN', viewer.channelId], 'the socket gets no chat')
    assert.deepEqual((await site.openOverlay('chat')).hiddenMessages, [hidden])
    const state = (await streamer.callConsole('GET', channel)).body.content.state
    assert.equal(state.live?.viewers ?? 0, 0)
  })
})
