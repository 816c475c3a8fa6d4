import { Type } from '@onair/contract/type'
import { limits, webhooks } from '@onair/contract'
import { sessionMessages } from '@onair/contract/reference/session-messages'

type Webhook = (typeof webhooks)[keyof typeof webhooks]
type Name = keyof typeof sessionMessages
const messageNames = Object.keys(sessionMessages) as Name[]

/** Events and notifications as an AsyncAPI 3 document, from the point of view of the sender. */
export function asyncapi(about: { title: string; version: string }) {
  return {
    asyncapi: '3.0.0',
    info: { ...about, description, license: { name: 'Apache-2.0' } },
    defaultContentType: 'application/json',
    servers: {
      sandbox: {
        host: '127.0.0.1:4747',
        protocol: 'ws',
        protocolVersion: 'Socket.IO 2 (Engine.IO 3)',
        description: 'The default of `npm start`; elsewhere it is the origin of the URL that opens the session.',
      },
      receiver: {
        host: 'game.example',
        protocol: 'https',
        description: 'Where the webhook URL of the application leads: HTTPS on port 443.',
      },
    },
    channels: { session, webhook },
    operations: { sendEvents: operation('documented'), sendObservedEvents: operation('observed'), notify },
    components: {
      messages: {
        ...Object.fromEntries(messageNames.flatMap((name) => [documented(name), observed(name)])),
        ...Object.fromEntries(Object.entries(webhooks).map(webhookMessage)),
      },
      schemas: Object.fromEntries(messageNames.map((name) => [name, sessionMessages[name].payload])),
    },
  }
}

const description = [
  'What a session receives over Socket.IO. `GET /open/v1/sessions/auth` (a user) or `/open/v1/sessions/auth/client` (the',
  `application) answers a URL, good for one connection within ${limits.sessionUrlSec} seconds; connect with a`,
  'Socket.IO client of the versions 1.0 to 2.0.3. Each message is a Socket.IO event packet, `42["CHAT",…]`, whose',
  'second element is the payload here, in ASCII with everything else written `\\uXXXX`. An application has one of two',
  'wire profiles: `documented` (the default) receives the payload as a JSON object, `observed` as a string that holds',
  'the same object as JSON. Messages arrive in the order in which they were sent; an event that comes again has the',
  'same `eventId`. The page docs/sessions.md says how to hold a session well.',
].join(' ')

const session = {
  address: '/socket.io/',
  title: 'A session',
  servers: [{ $ref: '#/servers/sandbox' }],
  description: 'One connection. The client pings every 25 seconds; it is closed after 85 seconds without a packet.',
  messages: Object.fromEntries(
    messageNames.flatMap((name) => [name, `${name}.observed`].map((key) => [key, ref('messages', key)])),
  ),
  bindings: {
    ws: {
      method: 'GET',
      query: Type.Object({
        auth: Type.String({ description: 'As in the URL of the session' }),
        EIO: Type.Literal('3'),
        transport: Type.Literal('websocket'),
      }),
    },
  },
}

const webhook = {
  address: null,
  title: 'The webhook URL of an application',
  description:
    'Answer 2xx within 5 seconds. 410 stops the retries; after any other result, or none, the message is sent again up to three times. See docs/webhooks.md.',
  servers: [{ $ref: '#/servers/receiver' }],
  messages: Object.fromEntries(Object.keys(webhooks).map((key) => [key, ref('messages', key)])),
}

const notify = {
  action: 'send',
  title: 'To the application whose drops campaign it is',
  channel: { $ref: '#/channels/webhook' },
  bindings: { http: { method: 'POST' } },
}

function operation(profile: 'documented' | 'observed') {
  const keys = messageNames.map((name) => (profile === 'observed' ? `${name}.observed` : name))
  return {
    action: 'send',
    title: `To an application of the wire profile ${profile}`,
    channel: { $ref: '#/channels/session' },
    messages: keys.map((key) => ({ $ref: `#/channels/session/messages/${key}` })),
  }
}

function documented(name: Name): [key: string, message: object] {
  const { payload: _, ...message } = sessionMessages[name]
  return [name, { name, ...message, payload: ref('schemas', name) }]
}

/** The prefix of the header names is a setting; the default is `Svc-`. */
function webhookMessage([key, { summary, headers, body }]: [string, Webhook]): [key: string, message: object] {
  const properties = Object.fromEntries(Object.entries(headers.properties).map(([name, one]) => [prefixed(name), one]))
  const required = headers.required.map(prefixed)
  return [key, { name: key, title: summary, headers: { type: 'object', required, properties }, payload: body }]
}

function prefixed(name: string): string {
  return `Svc-${name}`
}

/** The same schema for a JSON text. */
function observed(name: Name): [key: string, message: object] {
  const [, message] = documented(name)
  const payload = { type: 'string', contentMediaType: 'application/json', contentSchema: ref('schemas', name) }
  return [`${name}.observed`, { ...message, payload }]
}

function ref(kind: 'messages' | 'schemas', name: string) {
  return { $ref: `#/components/${kind}/${name}` }
}
