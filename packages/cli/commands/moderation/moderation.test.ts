import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { httpBrowser } from '../../../../tests/support/clients/http-browser.ts'
import { eventually } from '../../../../tests/support/eventually.ts'
import { runCommandHere, startProgram } from '../../../../tests/support/programs/program.ts'
import { createDataDirectory } from '../../../../tests/support/programs/data-directory.ts'

describe('commands that moderate', async () => {
  const folder = await createDataDirectory()
  const dir = ['--data-dir', folder.path]
  const program = startProgram(['serve', '--port', '0', '--json', ...dir])
  const ready = program.ready()
  after(async () => {
    await program.stop()
    folder[Symbol.dispose]()
  })
  const run = async (...args: string[]) => {
    const { code, stdout, stderr } = await runCommandHere([...args, ...dir])
    return code === 0 ? stdout.trim() : stderr.trim()
  }

  test('act on networks, people, applications, reports and lives', async () => {
    const { baseUrl, demo } = await ready
    assert.equal(await run('network', 'list'), 'No network is blocked.')
    assert.match(await run('network', 'block', 'nonsense', '--reason', 'spam'), /network/)
    assert.equal(
      await run('network', 'block', '203.0.113.7', '--reason', 'spam', '--hours', '2', '--json'),
      JSON.stringify({ network: '203.0.113.7/32', reason: 'spam', seconds: 7200 }),
    )
    const [{ network, reason }] = JSON.parse(await run('network', 'list', '--json')).data
    assert.deepEqual([network, reason], ['203.0.113.7/32', 'spam'])
    assert.equal(await run('network', 'unblock', '203.0.113.7/32'), '203.0.113.7/32 is not blocked.')
    assert.match(await run('network', 'unblock', '203.0.113.7/32'), /not blocked/)

    const renamed = JSON.parse(await run('account', 'rename', 'streamer', ' 새 이름 ', '--reason', 'spam', '--json'))
    assert.equal(renamed.channelName, '새 이름')
    assert.match(await run('account', 'rename', 'streamer', ' ', '--reason', 'spam'), /channelName/)
    const app = ['app', 'create', '--name', 'Bot', '--redirect-uri', 'https://example.com', '--owner-channel-id']
    const { clientId } = JSON.parse(await run(...app, 'streamer', '--json'))
    assert.match(
      await run('app', 'transfer', clientId, '--to', 'viewer'),
      /^Application \S+ belongs to [0-9a-f]{32}\.$/,
    )
    assert.match(await run('app', 'transfer', 'unknown', '--to', 'viewer'), /clientId/)
    assert.match(await run('app', 'transfer', clientId), /--to or --to-team/)

    assert.equal(await run('live', 'list'), 'No channel is live.')
    assert.deepEqual(JSON.parse(await run('live', 'list', '--json')).data, [])
    assert.match(await run('live', 'end', 'streamer', '--reason', 'spam'), /not live/)
    assert.equal(JSON.parse(await run('account', 'verified-mark', 'streamer', '--json')).verifiedMark, true)
    assert.match(await run('account', 'verified-mark', 'streamer', '--remove'), /has no verified mark\.$/)

    assert.equal(JSON.parse(await run('account', 'let-stream', 'streamer', '--json')).mayStream, true)
    assert.match(await run('account', 'let-stream', 'streamer', '--remove'), /is not approved as a streamer\.$/)
    for (const command of ['account let-stream UNKNOWN', 'upload remove UNKNOWN emoticon wave'])
      assert.match(await run(...command.replace('UNKNOWN', '0'.repeat(32)).split(' ')), /no account 0/)
    assert.match(await run('account', 'decide-stream', 'streamer', 'approve'), /does not ask to stream/)
    assert.match(await run('account', 'decide-stream', 'streamer', 'decline'), /answer/)
    for (const decision of ['approve', 'refuse'])
      assert.match(await run('account', decision, 'streamer'), /does not wait for approval/)
    assert.match(await run('invitation', 'create', '--uses', '3'), /\/sign-up\?invitation=[\w-]{20,}$/)
    assert.match(await run('invitation', 'create', '--uses', '0'), /uses/)
    const { data } = JSON.parse(await run('invitation', 'list', '--json'))
    assert.deepEqual([data.length, data[0].usesLeft], [1, 3])
    assert.match(await run('invitation', 'end', data[0].invitationId), /has ended\.$/)
    assert.match(await run('invitation', 'end', data[0].invitationId), /no such invitation/)

    assert.match(await run('app', 'rename', clientId, ' '), /name/)
    assert.match(await run('app', 'rename', clientId, 'Good bot'), /has the name "Good bot"\.$/)
    assert.match(await run('app', 'disable', clientId, '--reason', 'spam'), /is disabled\.$/)
    const disabled = JSON.parse(await run('app', 'list', '--disabled', '--json'))
    assert.deepEqual([disabled.totalCount, disabled.data[0].name], [1, 'Good bot'])
    assert.match(await run('app', 'list', '--search', 'good'), /disabled \S+ "spam"$/)
    assert.match(await run('app', 'enable', clientId), /is enabled\.$/)
    assert.match(await run('app', 'delete', clientId, '--reason', 'spam'), /Confirm with --yes/)
    assert.match(await run('app', 'delete', clientId, '--reason', 'spam', '--yes'), /is deleted\.$/)
    assert.equal(await run('organization', 'requests'), 'No request waits.')
    const uuid = '00000000-0000-4000-8000-000000000000'
    assert.match(await run('organization', 'decide', uuid, 'decline', '--answer', 'no'), /no such request/)

    const person = (role: string) => demo.people.find(({ is }) => is === role)
    const [streamer, viewer] = [person('streamer'), person('viewer')]
    const browser = httpBrowser(baseUrl)
    await browser.signIn(viewer?.email ?? '', 'onair-demo')
    const subject = { kind: 'CHANNEL', channelId: streamer?.channelId, reason: 'SPAM', text: 'spam' }
    assert.equal((await browser.callConsole('POST', '/reports', subject)).status, 200)
    const [{ reportId }] = JSON.parse(await run('report', 'list', '--unassigned', '--json')).data
    assert.match(await run('report', 'assign', reportId, 'viewer'), /has no role/)
    await run('operator', 'grant', 'viewer', '--role', 'MODERATOR')
    assert.match(await run('report', 'assign', reportId, 'viewer'), /is taken\.$/)
    assert.match(await run('report', 'list'), new RegExp(`^${reportId} .*CHANNEL {2}1 SPAM {2}taken by `))
    assert.equal(await run('report', 'list', '--unassigned'), 'No report matches.')
    assert.match(await run('report', 'release', reportId), /^Nobody has taken report /)
    assert.match(await run('report', 'decide', reportId, 'NO'), /must be one of ACTION_TAKEN, NO_VIOLATION/)
    assert.match(await run('report', 'decide', reportId, 'ACTION_TAKEN', '--answer', 'Thanks'), /ACTION_TAKEN\.$/)
    assert.match(await run('report', 'show', reportId), /answer +"Thanks"\n[^]*reporter {2}\{.*"spam"/)
    assert.match(await run('report', 'decide', reportId, 'NO_VIOLATION'), /decided/)

    const { noteId } = JSON.parse(await run('note', 'add', 'streamer', 'was warned', '--json'))
    const shown = JSON.parse(await run('account', 'show', 'streamer', '--json'))
    assert.deepEqual([shown.notes[0].text, shown.notes[0].author], ['was warned', null])
    assert.match(await run('note', 'delete', 'streamer', noteId), /is deleted\.$/)
    assert.match(await run('note', 'delete', 'streamer', noteId), /note/)
    assert.equal(await run('upload', 'list', 'streamer'), 'The person uploaded no file.')
    assert.match(await run('upload', 'remove', 'streamer', 'emoticon', 'wave'), /has no emoticon "wave"\.$/)
    assert.match(await run('upload', 'remove', 'streamer', 'film', 'wave'), /kind/)
    assert.match(await run('account', 'clear-page', 'streamer'), /is empty\.$/)

    await runCommandHere(['trigger', 'go-live', '--live-title', 'Tonight', '--url', baseUrl])
    const spam = ['--reason', 'spam']
    assert.match(await run('live', 'set-age-limit', 'streamer', ...spam), /has an age limit\.$/)
    assert.match(await run('live', 'remove-title', 'streamer', ...spam), /has the default title\.$/)
    const [live] = JSON.parse(await run('live', 'list', '--json')).data
    assert.deepEqual([live.adult, live.adultBySite, live.title], [true, true, null])
    assert.match(await run('live', 'remove-age-limit', 'streamer', ...spam), /has no age limit\.$/)
    assert.match(await run('live', 'remove-picture', 'streamer', ...spam), /is removed\.$/)
    assert.match(await run('live', 'end', 'streamer', ...spam, '--block', 'MONTH'), /must be one of NONE, HOUR/)
    const ended = JSON.parse(await run('live', 'end', 'streamer', ...spam, '--block', 'DAY', '--json'))
    assert.deepEqual([ended.measure, ended.block], ['END', 'DAY'])
    const { streamingBlock } = JSON.parse(await run('account', 'show', 'streamer', '--json'))
    assert.equal(streamingBlock.reason, 'spam')
    assert.match(await run('live', 'lift-block', 'streamer', ...spam), /may go live again\.$/)
    assert.match(await run('live', 'lift-block', 'streamer', ...spam), /keep this person from streaming/)
    assert.match(await run('account', 'suspend', 'viewer', '--hours', '1', '--block-browsers'), /is suspended\.$/)
    assert.equal(await run('browser', 'list'), 'No browser is blocked.')
    assert.match(await run('browser', 'unblock', 'viewer'), /No browser of /)
  })

  test('show and change the settings, words, documents and logo of the site', async () => {
    const { baseUrl } = await ready
    assert.equal(await run('site', 'set', 'name', '달빛 방송'), 'name  "달빛 방송"')
    assert.equal(await run('site', 'set', 'isIndexed', 'false', '--json'), '{"isIndexed":false}')
    await run('site', 'set', 'refusedMailDomains', 'spam.example', 'bad.example')
    for (const [args, problem] of [
      [['name', ''], /name/],
      [['name', 'two', 'words'], /has one value/],
      [['isIndexed', 'no'], /isIndexed/],
      [['signUp', 'NOBODY'], /signUp/],
      [['accent', 'red'], /accent/],
      [['unknown', 'x'], /<name> must be one of name, accent, /],
    ] as const)
      assert.match(await run('site', 'set', ...args), problem)
    await run('word', 'add', 'refusedWords', 'spam', 'scam')
    await run('word', 'add', 'refusedWords', 'spam', 'fraud')
    await run('word', 'remove', 'refusedWords', 'scam')
    assert.equal(
      await run('word', 'check', 's p a m'),
      'Refused for "spam" (SPLIT).\nIt cannot be a name: REFUSED_WORD "spam".',
    )
    assert.equal(await run('word', 'check', 'hello'), 'No word of the site is in the text.\nIt can be a name.')

    const terms = join(folder.path, 'terms.md')
    assert.match(await run('site', 'publish', 'TERMS', terms), /^onair: Cannot read /)
    await writeFile(terms, 'Be kind.')
    assert.equal(await run('site', 'publish', 'TERMS', terms, '--must-accept'), 'Version 1 of TERMS is published.')
    assert.match(await run('site', 'logo', terms), /picture/)
    assert.equal(await run('site', 'logo'), 'The site has no logo of its own.')

    const { settings, documents } = JSON.parse(await run('site', 'show', '--json'))
    const { name, isIndexed, refusedMailDomains, refusedWords } = settings
    assert.deepEqual(
      [name, isIndexed, refusedMailDomains, refusedWords],
      ['달빛 방송', false, ['spam.example', 'bad.example'], ['spam', 'fraud']],
    )
    assert.deepEqual([documents[0].kind, documents[0].text, documents[0].mustBeAccepted], ['TERMS', 'Be kind.', true])
    // The server has heard of the change.
    await eventually(async () => (await (await fetch(`${baseUrl}/terms`)).text()).includes('달빛 방송'))
    assert.match(await run('site', 'overview'), /\npeople +\d+\n/)
    assert.match(await run('site', 'retention'), /^chat +\d+ days /)

    const entries = (await run('audit', '--json', '--limit', '100'))
      .split('\n')
      .map((line) => JSON.parse(line))
      .filter(({ action }) => action.startsWith('site.'))
    assert.ok(entries.length > 5)
    for (const { actor } of entries) assert.equal(actor.kind, 'operator')
    assert.deepEqual(
      entries.flatMap(({ detail }) => detail.refusedWords ?? []),
      [
        { added: ['spam', 'scam'], removed: [] },
        { added: ['fraud'], removed: [] },
        { added: [], removed: ['scam'] },
      ],
    )
    assert.deepEqual(entries.at(-1).detail, { path: 'audit' })
  })
})
