import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { openConsoleTestApp } from '../../../../tests/support/apps/console-test-app.ts'
import { grantSiteRole } from '../../features/operators/site-roles.ts'

/** A channel with messages of its streamer, a viewer and a moderator of the site, and people with roles in running the site. */
async function openSite(mode: 'sandbox' | 'production' = 'sandbox') {
  await using opening = new AsyncDisposableStack()
  const app = opening.use(await openConsoleTestApp({ mode }))
  const [operator, moderator, colleague] = await Promise.all(
    ['운영자', '모더레이터', '동료'].map((name) => app.signedIn(name)),
  )
  if (!operator || !moderator || !colleague) throw new Error('no people')
  await grantSiteRole({ channelId: operator.channelId, role: 'OPERATOR' }, app.deps)
  for (const { channelId } of [moderator, colleague]) await grantSiteRole({ channelId, role: 'MODERATOR' }, app.deps)
  const idsBy = {
    streamer: (await app.sendStoredChat(app.channelId)).id,
    viewer: (await app.sendStoredChat(app.viewer.channelId)).id,
    colleague: (await app.sendStoredChat(colleague.channelId)).id,
  }
  const path = `/channels/${app.channelId}`
  const hide = (by: typeof operator, id: string) => by.callConsole('DELETE', `${path}/chat/${id}`)
  const isHidden = async (id: string) => {
    const rows = app.deps.db.read.selectFrom('chat_message').select('hidden_at').where('id', '=', id)
    return (await rows.executeTakeFirstOrThrow()).hidden_at !== null
  }
  const opened = opening.move()
  return {
    ...app,
    operator,
    moderator,
    colleague,
    idsBy,
    path,
    hide,
    isHidden,
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  }
}

const codeOf = ({ status, body }: { status: number; body: { reason?: { code: string } | null } }) =>
  body.reason?.code ?? status

describe('a person with a role in running the site, in the chat of any channel', () => {
  test('hides messages, also those of the streamer, and the log and the audit log name the role', async () => {
    await using site = await openSite()
    const { moderator, viewer, idsBy, hide, isHidden } = site
    assert.equal(codeOf(await hide(viewer, idsBy.streamer)), 'NOT_A_MODERATOR')
    for (const id of [idsBy.viewer, idsBy.streamer]) {
      assert.equal(codeOf(await hide(moderator, id)), 200)
      assert.equal(await isHidden(id), true)
    }
    const entries = await site.deps.db.read
      .selectFrom('audit_log')
      .where('action', '=', 'message.hidden')
      .select(['actor_id', 'detail'])
      .execute()
    assert.deepEqual(
      entries.map(({ actor_id, detail }) => [actor_id, detail['siteRole']]),
      [
        [moderator.channelId, 'MODERATOR'],
        [moderator.channelId, 'MODERATOR'],
      ],
    )
    await site.act('manage', {
      channelId: site.channelId,
      byChannelId: viewer.channelId,
      userRole: 'STREAMING_CHAT_MANAGER',
    })
    const log = await viewer.callConsole('GET', `${site.path}/moderation-log?action=message.hidden`)
    assert.deepEqual(
      log.body.content.data.map((one: { siteRole: string | null }) => one.siteRole),
      ['MODERATOR', 'MODERATOR'],
    )
  })

  test('hides donations, restricts and releases viewers, and reads about them with an entry of the audit log', async () => {
    await using site = await openSite()
    const { moderator, viewer, channelId, path } = site
    const { donationId } = await site.act('donate', {
      channelId,
      byChannelId: viewer.channelId,
      payAmount: 1_000,
      donationText: '나쁜 말',
    })
    const target = viewer.channelId
    for (const [method, end] of [
      ['DELETE', `donations/${donationId}`],
      ['PUT', `temporary-restrictions/${target}`],
      ['DELETE', `temporary-restrictions/${target}`],
      ['PUT', `restrictions/${target}`],
      ['DELETE', `restrictions/${target}`],
      ['GET', `chatters/${target}`],
    ] as const)
      assert.equal(codeOf(await moderator.callConsole(method, `${path}/${end}`)), 200, end)
    const read = await site.deps.db.read.selectFrom('audit_log').where('action', '=', 'site.read').selectAll().execute()
    assert.deepEqual(
      read.map(({ actor_id, channel_id, detail }) => [actor_id, channel_id, detail['targetChannelId']]),
      [[moderator.channelId, channelId, target]],
    )
    for (const [method, end] of [
      ['GET', 'moderation-log'],
      ['GET', 'restrictions'],
      ['DELETE', 'notice'],
    ] as const)
      assert.equal(codeOf(await moderator.callConsole(method, `${path}/${end}`)), 'NOT_A_MODERATOR', end)
  })

  test('acts on nobody with such a role, unless it is an operator', async () => {
    await using site = await openSite()
    const { moderator, operator, colleague, idsBy, hide, isHidden, path } = site
    assert.equal(codeOf(await hide(moderator, idsBy.colleague)), 'HAS_SITE_ROLE')
    assert.equal(await isHidden(idsBy.colleague), false)
    const restriction = `${path}/restrictions/${colleague.channelId}`
    assert.equal(codeOf(await moderator.callConsole('PUT', restriction)), 'HAS_SITE_ROLE')
    assert.equal(codeOf(await operator.callConsole('PUT', restriction)), 200)
    assert.equal(codeOf(await hide(operator, idsBy.colleague)), 200)
  })

  test('does so on a site only after a second factor', async () => {
    await using site = await openSite('production')
    const { moderator, idsBy, hide, path } = site
    assert.equal(codeOf(await hide(moderator, idsBy.viewer)), 'NOT_A_MODERATOR')
    assert.equal(
      codeOf(await moderator.callConsole('GET', `${path}/chatters/${site.viewer.channelId}`)),
      'NOT_A_MODERATOR',
    )
    await site.deps.db.read.updateTable('web_session').set({ second_factor_at: site.clock.monotonicNow() }).execute()
    assert.equal(codeOf(await hide(moderator, idsBy.viewer)), 200)
  })

  test('hides a reported message, whose report then says so', async () => {
    await using site = await openSite()
    const { moderator, viewer, channelId, idsBy, hide } = site
    const report = { kind: 'MESSAGE', channelId, messageId: idsBy.streamer, reason: 'HARASSMENT', text: '' }
    await viewer.callConsole('POST', '/reports', report)
    const [{ reportId }] = (await moderator.callConsole('GET', '/admin/reports')).body.content.data
    const isHidden = async () =>
      (await moderator.callConsole('GET', `/admin/reports/${reportId}`)).body.content.isHidden as boolean
    assert.equal(await isHidden(), false)
    assert.equal(codeOf(await hide(moderator, idsBy.streamer)), 200)
    assert.equal(await isHidden(), true)
  })
})
