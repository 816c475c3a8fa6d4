import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Report } from '../run.ts'
import { formatHtml, linkToPage } from './html.ts'
import { formatJunit } from './junit.ts'
import type { InspectorRecord } from './records.ts'
import { formatResult } from './text.ts'

const evidence = {
  line: 'POST /open/v1/chats/send → 400 <잘못된 값>',
  traceId: 'trace-1',
  sessionKey: null,
  link: 'http://127.0.0.1:4747/console/inspector?traceId=trace-1',
}
const report: Report = {
  profile: 'bot',
  name: 'node bot.js',
  language: 'en',
  version: '0.1.0',
  date: '2026-07-18T14:32:00.000Z',
  score: 0,
  passedPoints: 0,
  applicablePoints: 5,
  notRun: 0,
  results: [
    {
      id: 'long-message',
      verdict: 'fail',
      points: 5,
      tookMs: 1,
      statements: [],
      requests: [{ ...evidence, traceId: 'trace-0' }, evidence],
      title: 'Handles <long> messages',
      seen: '1 of its messages was refused with 400.',
      section: 'Limits',
      why: 'why',
      fix: 'fix',
    },
  ],
}
const record: InspectorRecord = {
  position: 1,
  kind: 'request',
  name: 'POST /open/v1/chats/send',
  date: '2026-07-18T14:31:59.000Z',
  traceId: 'trace-1',
  clientId: 'app',
  appName: 'app',
  channelId: null,
  channelName: null,
  sessionKey: null,
  eventId: null,
  status: 400,
  tookMs: 2,
  wireProfile: null,
  fault: null,
  reach: null,
  delivery: null,
  summary: null,
  detail: {
    request: {
      method: 'POST',
      url: '/open/v1/chats/send',
      headers: { authorization: 'Bearer •••' },
      body: { text: '{"message":"<b>"}', truncated: false },
    },
    response: { headers: {}, body: { text: '{"code":400,"message":"no"}', truncated: false } },
    payload: null,
    reason: null,
    failure: null,
  },
}

describe('report of a certification', () => {
  test('links of its files lead to its page, which has the records and needs no sandbox', () => {
    const linked = linkToPage(report)
    const page = formatHtml(linked, new Map([['trace-1', [record]]]))
    assert.equal(linked.results[0]?.requests[1]?.link, 'report.html#long-message-2')
    assert.match(formatJunit(linked), /→ 400 &#60;잘못된 값&#62; report\.html#long-message-2/)
    const [, shown = ''] = page.split('<section id="long-message-2">')
    for (const text of ['Bearer •••', '{&#34;message&#34;:&#34;&#60;b&#62;&#34;}', '&#34;message&#34;:&#34;no&#34;'])
      assert.ok(shown.includes(text), text)
    assert.doesNotMatch(page, /127\.0\.0\.1|<b>|<long>/)
  })

  test('a failure has the line of each request with its link, or without one', () => {
    const [result] = report.results
    const withoutLinks = { ...result!, requests: [{ ...evidence, link: null }] }
    assert.match(formatResult(result!, 'en'), /· POST \S+ → 400 <잘못된 값> {2}http:\/\/127\.0\.0\.1:4747\/console/)
    assert.match(formatResult(withoutLinks, 'en'), /· POST \S+ → 400 <잘못된 값>\n/)
  })
})
