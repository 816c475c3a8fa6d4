import { Stack } from '@mantine/core'
import { limits, webhooks } from '@onair/contract'
import { headerPrefix } from '@onair/tools/operations'
import { sessionMessages } from '@onair/tools/session-messages'
import { localize } from '../../lib/language.ts'
import { AnchorLink } from '../../ui/links.tsx'
import { PageTitle } from '../../ui/page-title.tsx'
import { InlineCode } from './inline-code.tsx'
import { ValueTable } from './value-table.tsx'

/** What is sent without being asked for: over the sockets of sessions, and to webhooks. */
export function ReferenceEvents() {
  return (
    <Stack gap="xl">
      <PageTitle about={t.about}>{t.title}</PageTitle>
      {Object.entries(sessionMessages).map(([name, { payload }]) => (
        <section key={name} id={name} className="card">
          <h2>
            <code>{name}</code>
          </h2>
          <p className="small">
            <InlineCode text={t.messages[name as keyof typeof sessionMessages]} />
          </p>
          <ValueTable title={t.payload} schema={payload} answered />
        </section>
      ))}
      {Object.entries(webhooks).map(([name, { headers, body }]) => (
        <section key={name} id={name} className="card">
          <h2>
            <code>{name}</code>
          </h2>
          <p className="small">{t.webhook}</p>
          <p className="small">
            <AnchorLink to="/reference/signature">{t.check}</AnchorLink>
          </p>
          <ValueTable title={t.headers(headerPrefix)} schema={headers} answered />
          <ValueTable title={t.body} schema={body} answered />
        </section>
      ))}
    </Stack>
  )
}

type Translations = {
  title: string
  about: string
  payload: string
  body: string
  webhook: string
  check: string
  headers: (prefix: string) => string
  messages: Record<keyof typeof sessionMessages, string>
}

const t = localize<Translations>({
  ko: {
    title: '이벤트와 웹훅',
    about: `세션은 Socket.IO 1.0–2.0.3 클라이언트로 연결합니다. URL은 ${limits.sessionUrlSec}초 안에 한 번만 쓸 수 있습니다. 다시 온 이벤트는 eventId가 같습니다.`,
    payload: '내용',
    body: '본문 (JSON)',
    webhook: `애플리케이션의 캠페인 보상을 누가 요청하면 웹훅 URL로 POST합니다. 5초 안에 2xx로 답하면 끝나고, 410이면 다시 보내지 않으며, 나머지는 ${limits.webhookResends}번까지 같은 ID와 본문으로 다시 보냅니다. 서명은 JSON으로 읽기 전에 받은 바이트 그대로 확인하세요.`,
    check: '서명이 왜 맞지 않는지 확인하기',
    headers: (prefix) => `헤더 (이름 앞에 ${prefix} 또는 플랫폼이 정한 말이 붙습니다)`,
    messages: {
      SYSTEM:
        '세션이 연결되었거나, 구독이 시작되거나 끝나거나 취소되었습니다. `connected`가 첫 메시지이고, 그 `sessionKey`로 구독합니다. `revoked`는 유저가 동의를 철회했다는 뜻입니다.',
      CHAT: '구독한 채널에 채팅이 올라왔습니다.',
      DONATION: '구독한 채널에 후원이 있었습니다.',
      SUBSCRIPTION: '구독한 채널을 누가 구독했습니다.',
    },
  },
  en: {
    title: 'Events and webhooks',
    about: `Connect a session with a Socket.IO client of the versions 1.0 to 2.0.3; its URL is good once, within ${limits.sessionUrlSec} seconds. An event that comes again has the same eventId.`,
    payload: 'Payload',
    body: 'Body (JSON)',
    webhook: `Posted to the webhook URL when somebody claims a reward of a campaign of the application. An answer 2xx within 5 seconds takes it, 410 asks for no resends, and after anything else it is sent again up to ${limits.webhookResends} times with the same id and body. Verify the signature over the bytes as they came, before you read them as JSON.`,
    check: 'Find out why a signature does not match',
    headers: (prefix) => `Headers (their names begin with ${prefix} or what the platform has in its place)`,
    messages: {
      SYSTEM:
        'The session is connected, or a subscription began, ended or was taken away. `connected` comes first, and its `sessionKey` is what one subscribes with. `revoked` says that the user withdrew their consent.',
      CHAT: 'A chat was written in a subscribed channel.',
      DONATION: 'A donation was made to a subscribed channel.',
      SUBSCRIPTION: 'Somebody subscribed to a subscribed channel.',
    },
  },
})
