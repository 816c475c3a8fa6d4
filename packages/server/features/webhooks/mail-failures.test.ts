import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { unsealMail } from '../mail/sealed-mail.ts'
import { mailFailures } from './mail-failures.ts'
import { openWebhooksTestApp } from './test-helpers.ts'

const hourMs = 3_600_000

describe('a webhook that fails', () => {
  test('for six hours is mailed to the owner of the application, once', async () => {
    await using testApp = await openWebhooksTestApp()
    const { client, clock, deps, receiver } = testApp
    receiver.replyWith(503)
    await testApp.claimReward()
    await receiver.next()
    await testApp.waitForAttempts(1)
    const loadMails = () => deps.db.read.selectFrom('mail').where('kind', '=', 'WEBHOOK_FAILING').selectAll().execute()
    clock.setSystemOffsetMs(clock.systemOffsetMs() + 6 * hourMs - 1)
    await mailFailures(deps)
    assert.deepEqual(await loadMails(), [])
    clock.setSystemOffsetMs(clock.systemOffsetMs() + 1)
    await Promise.all([mailFailures(deps), mailFailures(deps)])
    await mailFailures(deps)
    const [mail, ...others] = await loadMails()
    assert.deepEqual(others, [])
    const { text, link } = unsealMail(mail?.id ?? '', mail?.sealed ?? assert.fail(), deps)
    assert.ok(text.includes(receiver.url) && text.includes('6 hours'))
    assert.equal(link, `${testApp.url}/console/apps/${client.clientId}?tab=webhook`)
  })
})
