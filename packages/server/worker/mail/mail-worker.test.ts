import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { eventually } from '../../../../tests/support/eventually.ts'
import { memoryLog } from '../../../../tests/support/apps/memory-log.ts'
import { mailSettingsOf, openSmtpServer } from '../../../../tests/support/programs/smtp-server.ts'
import { openTestApp, type TestApp, type TestAppOptions } from '../../../../tests/support/apps/test-app.ts'
import { busMessage, mailsTopic } from '../../shared/bus-messages.ts'
import { queueMail, type NewMail } from '../../features/mail/queue-mail.ts'

const [minuteMs, hourMs] = [60_000, 3_600_000]

/** A site that sends mails to a server, and a person. */
async function openMailTestApp(server: { url: string }, options: Omit<TestAppOptions, 'settings'> = {}) {
  const testApp = await openTestApp({ ...options, settings: mailSettingsOf(server) })
  const person = await testApp.act('createPerson', { channelName: '방송인', email: 'person@example.com' })
  return { ...testApp, channelId: person.channelId }
}

const queue = ({ deps }: TestApp, mail: NewMail) =>
  deps.db.transaction((tx, publish) => queueMail(tx, publish, mail, deps))
const loadMails = ({ deps }: TestApp) => deps.db.read.selectFrom('mail').selectAll().orderBy('created_at').execute()

/** Moves the clock, by a minute at a time, until something has happened. */
const whileTimePasses = ({ clock }: TestApp, check: () => boolean | Promise<boolean>) =>
  eventually(() => {
    clock.advance(minuteMs)
    return check()
  })

/** Lets the worker poll, at the same time, until something has happened. */
const whilePolling = ({ deps }: TestApp, check: () => boolean | Promise<boolean>) =>
  eventually(async () => {
    await deps.db.publish(busMessage(mailsTopic, {}))
    return check()
  })

const isFailed = ({ text }: { text: string }) => text === 'mail.attempt_failed'

describe('mails of a site', () => {
  test('a mail arrives as text and HTML in the language of the person, and its row is deleted', async () => {
    await using server = await openSmtpServer({ login: { user: 'site@onair', password: 'p@ss:word' } })
    await using testApp = await openMailTestApp(server)
    const { channelId } = testApp
    assert.ok(await queue(testApp, { kind: 'PASSWORD_CHANGED', at: testApp.clock.now(), channelId, language: 'ko' }))
    const mail = await server.next()
    assert.deepEqual(mail.envelopeTo, ['person@example.com'])
    assert.equal(mail.subject, '[Onair] 비밀번호가 변경되었습니다')
    assert.deepEqual([mail.from?.name, mail.from?.address], ['Onair', 'no-reply@onair.example'])
    assert.match(mail.text ?? '', /회원님의 비밀번호가 변경되었습니다\./)
    assert.ok(mail.text?.includes(`${testApp.url}/forgot-password`))
    assert.match(mail.html ?? '', /<html lang="ko">/)
    assert.ok(mail.html?.includes(`href="${testApp.url}/forgot-password"`))
    const headerOf = (name: string) => mail.headers.find(({ key }) => key === name)?.value
    assert.equal(headerOf('auto-submitted'), 'auto-generated')
    await eventually(async () => assert.deepEqual(await loadMails(testApp), []))
  })

  test('a mail of a transaction that fails is not sent', async () => {
    await using server = await openSmtpServer()
    await using testApp = await openMailTestApp(server)
    const mail: NewMail = { kind: 'PASSWORD_CHANGED', at: 0, channelId: testApp.channelId }
    const failed = testApp.deps.db.transaction(async (tx, publish) => {
      await queueMail(tx, publish, mail, testApp.deps)
      throw new Error('no')
    })
    await assert.rejects(failed)
    await queue(testApp, { ...mail, kind: 'EMAIL_CHANGED', newEmail: 'new@example.com', email: 'old@example.com' })
    assert.deepEqual((await server.next()).envelopeTo, ['old@example.com'])
    assert.equal(server.received.length, 1)
  })

  test('content with links is sealed in the database, and so is the address', async () => {
    await using testApp = await openMailTestApp({ url: 'smtp://127.0.0.1:9' })
    await queue(testApp, { kind: 'RESET_PASSWORD', path: '/reset?token=a-secret', channelId: testApp.channelId })
    const [row] = await loadMails(testApp)
    assert.ok(row?.sealed !== null && row?.sealed !== undefined)
    for (const text of ['a-secret', 'person@example.com']) assert.ok(!row.sealed.includes(text))
  })

  test('a mail that fails is tried again after growing waits, and rejected after almost a day', async () => {
    await using server = await openSmtpServer()
    const log = memoryLog()
    await using testApp = await openMailTestApp(server, { log })
    server.refuse('person@example.com', { status: 451, text: 'try person@example.com later' })
    await queue(testApp, { kind: 'PASSWORD_CHANGED', at: 0, channelId: testApp.channelId })
    const waits: number[] = []
    while (waits.length < 7) {
      await log.waitForCount(waits.length + 1, isFailed)
      const [{ next_attempt_at: next } = { next_attempt_at: 0 }] = await loadMails(testApp)
      waits.push(Math.round((next - testApp.clock.now()) / minuteMs))
      testApp.clock.advance(next - testApp.clock.now())
      await whilePolling(testApp, () => log.lines.filter(({ text }) => text.startsWith('mail.')).length > waits.length)
    }
    assert.deepEqual(waits, [1, 5, 15, 60, 180, 360, 720])
    const [row] = await loadMails(testApp)
    assert.deepEqual([row?.state, row?.attempts, row?.sealed], ['REJECTED', 8, null])
    assert.equal(row?.failure, '451 try ••• later')
  })

  test('a mail that is taken at a later attempt arrives once', async () => {
    await using server = await openSmtpServer()
    const log = memoryLog()
    await using testApp = await openMailTestApp(server, { log })
    server.refuse('person@example.com', { status: 421, text: 'busy' })
    await queue(testApp, { kind: 'PASSWORD_CHANGED', at: 0, channelId: testApp.channelId })
    await log.waitForCount(1, isFailed)
    server.refuse('person@example.com', null)
    await whileTimePasses(testApp, () => server.received.length === 1)
    await eventually(async () => assert.deepEqual(await loadMails(testApp), []))
    testApp.clock.advance(hourMs)
    assert.equal(server.received.length, 1)
  })

  test('a permanent refusal rejects a mail at once, and is kept for 30 days without the content', async () => {
    await using server = await openSmtpServer()
    const log = memoryLog()
    await using testApp = await openMailTestApp(server, { log })
    server.refuse('person@example.com', { status: 550, text: 'no such person' })
    await queue(testApp, { kind: 'PASSWORD_CHANGED', at: 0, channelId: testApp.channelId })
    await log.waitFor('mail.failed')
    const [row] = await loadMails(testApp)
    assert.deepEqual([row?.state, row?.attempts, row?.failure], ['REJECTED', 1, '550 no such person'])
    assert.equal(row?.sealed, null)
    testApp.clock.advance(30 * 24 * hourMs)
    await whileTimePasses(testApp, async () => (await loadMails(testApp)).length === 0)
  })

  test('a refused sign-in at the server rejects no mail', async () => {
    await using server = await openSmtpServer({ login: { user: 'site', password: 'right' } })
    const log = memoryLog()
    await using testApp = await openMailTestApp({ url: server.url.replace('right', 'wrong') }, { log })
    await queue(testApp, { kind: 'PASSWORD_CHANGED', at: 0, channelId: testApp.channelId })
    await log.waitFor('mail.attempt_failed')
    assert.equal((await loadMails(testApp))[0]?.state, 'WAITING')
  })

  test('an attempt at a server that does not answer ends, and the next one follows', async () => {
    await using server = await openSmtpServer({ hangs: true })
    const log = memoryLog()
    await using testApp = await openMailTestApp(server, { log })
    await queue(testApp, { kind: 'PASSWORD_CHANGED', at: 0, channelId: testApp.channelId })
    await eventually(() => server.connections === 1)
    await whileTimePasses(testApp, () => log.lines.some(isFailed))
    await whileTimePasses(testApp, () => server.connections === 2)
  })

  test('a link that has expired is not sent again', async () => {
    await using server = await openSmtpServer()
    const log = memoryLog()
    await using testApp = await openMailTestApp(server, { log })
    server.refuse('person@example.com', { status: 451, text: 'later' })
    await queue(testApp, { kind: 'RESET_PASSWORD', path: '/reset', channelId: testApp.channelId })
    await whileTimePasses(testApp, () => log.lines.some(({ text }) => text === 'mail.failed'))
    assert.ok(((await loadMails(testApp))[0]?.attempts ?? 0) < 8)
  })

  test('a person is sent at most five mails about sign-ins in 24 hours, also under races', async () => {
    await using testApp = await openMailTestApp({ url: 'smtp://127.0.0.1:9' })
    const mail: NewMail = { kind: 'NEW_SIGN_IN', at: 0, userAgent: null, network: null, channelId: testApp.channelId }
    const queued = await Promise.all(Array.from({ length: 20 }, () => queue(testApp, mail)))
    assert.equal(queued.filter(Boolean).length, 5)
    assert.equal(await queue(testApp, { ...mail, kind: 'PASSWORD_CHANGED' }), true)
    testApp.clock.advance(24 * hourMs)
    assert.equal(await queue(testApp, mail), true)
  })

  test('without a server nothing is queued, and a suspended person gets no mail', async () => {
    await using silent = await openTestApp({ settings: { mode: 'production' } })
    const { channelId } = await silent.act('createPerson', { channelName: '방송인' })
    assert.equal(await queue(silent, { kind: 'PASSWORD_CHANGED', at: 0, channelId }), false)

    await using testApp = await openMailTestApp({ url: 'smtp://127.0.0.1:9' })
    await testApp.deps.db.read.updateTable('channel').set({ ended_at: 1 }).execute()
    assert.equal(await queue(testApp, { kind: 'PASSWORD_CHANGED', at: 0, channelId: testApp.channelId }), false)
  })
})
