import type { TObject, TSchema } from 'typebox'
import { usesCookie, type Endpoint, errors } from '@onair/contract'
import {
  inReadingOrder,
  isRequired,
  operationErrors,
  headerPrefix,
  type WebhookDefinition,
} from '@onair/contract/reference/operations'
import { describeSchema, type JsonSchema } from '@onair/contract/reference/describe-schema'
import { schemaRows, withoutNested } from '@onair/contract/reference/schema-rows'

type Groups = Record<string, Record<string, Endpoint>>

/** The endpoints as a Markdown page with an example call for each, and the webhooks at the end. */
export function reference(
  title: string,
  introduction: string,
  groups: Groups,
  webhooks: Record<string, WebhookDefinition> = {},
  exampleOf: (group: string, name: string) => unknown = () => undefined,
): string {
  const parts = Object.entries(groups).map(([group, operations]) =>
    [
      `## ${group}`,
      ...inReadingOrder(operations).map(([name, endpoint]) => section(endpoint, exampleOf(group, name))),
    ].join('\n\n'),
  )
  return `${[`# ${title}`, introduction, ...parts, ...Object.entries(webhooks).map(webhookSection)].join('\n\n')}\n`
}

function webhookSection([name, { summary, headers, body }]: [string, WebhookDefinition]): string {
  return [
    `## Webhook \`${name}\``,
    `${summary}. Sent by POST to the webhook URL of the application. A 2xx response within 5 seconds acknowledges it, 410 stops the retries, and after any other result it is retried up to three times with the same id and body and a new timestamp and signature. Verify the signature of the raw body before parsing it. Detect a repeated message by its id, and a repeated claim by its \`dropsClaimId\`.`,
    table(`Headers, each after \`${headerPrefix}\` or the prefix of the platform`, headers),
    table('Body (JSON)', body),
  ].join('\n\n')
}

function section(endpoint: Endpoint, example: unknown): string {
  const { auth, method, path, summary, aliases, pathParams, query, parameters, body, content } = endpoint
  return [
    `### ${method} ${path}`,
    `${summary}. ${whoMayCall(endpoint)}${aliases ? ` Also at ${aliases.map((alias) => `\`${alias}\``).join(', ')}.` : ''}`,
    table('In the path', pathParams),
    table('Query', query),
    table('Parameters (query, JSON body or form body)', parameters),
    table(usesCookie(auth) ? 'Body (JSON)' : 'Body (JSON or form)', body),
    contentText(content),
    `Errors: ${operationErrors(endpoint)
      .map(({ kind, when }) => `${errors[kind].status} \`${errors[kind].message}\`${when ? ` (${when})` : ''}`)
      .join(', ')}.`,
    `\`\`\`sh\n${curl(endpoint)}\n\`\`\``,
    example === undefined ? '' : `\`\`\`json\n${JSON.stringify(example, null, 2)}\n\`\`\``,
  ]
    .filter((part) => part !== '')
    .join('\n\n')
}

function whoMayCall({ auth }: Endpoint): string {
  if (auth.kind === 'webSession') return 'The person who is signed in.'
  if (auth.kind === 'visitor') return 'Anyone; a signed-in person is recognized.'
  if (auth.kind === 'none') return 'No credentials in the headers.'
  const kind = auth.kind === 'token' ? 'Access token of a user' : 'Credentials of the application'
  return auth.scope === null ? `${kind}; no scope.` : `${kind}; scope \`${auth.scope}\`.`
}

function table(title: string, schema: TObject | undefined): string {
  if (schema === undefined) return ''
  const rows = Object.entries(schema.properties).map(
    ([name, property]) => `| \`${name}\` | ${isRequired(schema, name) ? 'yes' : 'no'} | ${describeSchema(property)} |`,
  )
  return [`${title}:`, '', '| Name | Required | Value |', '|---|---|---|', ...rows].join('\n')
}

function contentText(content: TSchema): string {
  const rows = schemaRows(content as JsonSchema).map(
    ({ path, required, schema }) =>
      `| \`${path}\` | ${required ? 'yes' : 'no'} | ${describeSchema(withoutNested(schema))} |`,
  )
  if (rows.length === 0) return '`content` is null.'
  return ['`content`:', '', '| Name | Always present | Value |', '|---|---|---|', ...rows].join('\n')
}

/** An example call; `$BASE`, `$TOKEN` and other variables are set by the reader. */
function curl({ method, path, auth, query, parameters, body }: Endpoint): string {
  const queryPairs = [...exampleInput(query, path), ...exampleInput(parameters)].flatMap(([name, value]) =>
    [value].flat().map((one) => `${name}=${typeof one === 'string' ? one : encodeURIComponent(JSON.stringify(one))}`),
  )
  const filledPath = path.replace(/\{(\w+)\}/g, (_all, name: string) => String(exampleOf({}, name)))
  const lines = [`curl -s -X ${method} "$BASE${filledPath}${queryPairs.length > 0 ? `?${queryPairs.join('&')}` : ''}"`]
  if (auth.kind === 'token') lines.push('-H "Authorization: Bearer $TOKEN"')
  if (auth.kind === 'client') lines.push('-H "Client-Id: $CLIENT_ID" -H "Client-Secret: $CLIENT_SECRET"')
  if (usesCookie(auth)) lines.push('-H "Cookie: $COOKIE"')
  if (usesCookie(auth) && method !== 'GET' && !body) lines.push("-H 'Content-Type: application/json'")
  if (body)
    lines.push(`-H 'Content-Type: application/json' -d '${shellQuoted(Object.fromEntries(exampleInput(body)))}'`)
  return lines.join(' \\\n  ')
}

/** JSON in single quotes. A shell variable closes the quotes; a numeric one also the JSON string. */
function shellQuoted(value: object): string {
  return JSON.stringify(value)
    .replaceAll('"$MESSAGE_TIME"', `'$MESSAGE_TIME'`)
    .replace(/"(\$[A-Z_]+)"/g, `"'$1'"`)
}

/** A valid value for each required field, and for fields without which the call has no effect or a long response. */
function exampleInput(schema: TObject | undefined, path = ''): [string, unknown][] {
  return Object.entries(schema?.properties ?? {})
    .filter(
      ([name]) =>
        isRequired(schema, name) ||
        optionalFieldsToShow.has(name) ||
        (path.endsWith('/why-not') && missingEventFields.has(name)),
    )
    .map(([name, property]) => [name, exampleOf(property as JsonSchema, name)])
}

const optionalFieldsToShow = new Set(
  'rules refreshToken message defaultLiveTitle categoryId tags chatAvailableGroup chatSlowModeSec liveTitle viewers donationText size'.split(
    ' ',
  ),
)

/** The event is identified by one of these fields or a position. */
const missingEventFields = new Set(['clientId', 'eventType', 'channelId'])

const examples: Record<string, unknown> = {
  advanceSeconds: 60,
  byChannelId: '$VIEWER',
  campaignId: '$CAMPAIGN_ID',
  categoryId: 'League_of_Legends',
  channelId: '$STREAMER',
  channelIds: ['$STREAMER', '$VIEWER'],
  channelName: '시청자',
  channelNames: ['새로 온 사람', '두 번째 사람'],
  chatChannelId: '$CHAT_CHANNEL_ID',
  chatSlowModeSec: 3,
  claimIds: ['$CLAIM_ID'],
  clientId: '$CLIENT_ID',
  clientIds: ['$CLIENT_ID'],
  clientSecret: '$CLIENT_SECRET',
  defaultLiveTitle: '새 제목',
  currentPassword: '$PASSWORD',
  deliveryId: '$DELIVERY_ID',
  donationText: '감사합니다',
  endpointId: '$ENDPOINT_ID',
  fulfillmentState: 'FULFILLED',
  grantType: 'refresh_token',
  kind: 'chat',
  'rules.kind': 'status',
  'rules.operation': 'chat.sendMessage',
  'rules.scope': '채팅 메시지 쓰기',
  'rules.clientId': '$CLIENT_ID',
  'rules.nth': 2,
  'rules.probability': 0,
  'rules.from': '2026-07-18T14:00:00Z',
  'rules.to': '2026-07-18T15:00:00Z',
  'rules.count': 1,
  'rules.status': 503,
  'rules.retryAfterSec': 1,
  // A rule of the kind `status` has none of these.
  'rules.eventType': undefined,
  'rules.endpoint': undefined,
  'rules.delayMs': undefined,
  liveTitle: '생방송',
  managerChannelId: '$MANAGER',
  message: '안녕하세요',
  'messages.byChannelId': '$VIEWER',
  'messages.channelId': '$STREAMER',
  'messages.message': '안녕하세요',
  messageId: '$MESSAGE_ID',
  messageTime: '$MESSAGE_TIME',
  name: 'my bot',
  nameOrId: '시청자',
  email: 'me@example.com',
  newPassword: '$NEW_PASSWORD',
  password: '$PASSWORD',
  payAmount: 1000,
  query: 'talk',
  redirectUri: 'http://127.0.0.1:9999/callback',
  refreshToken: '$OTHER_REFRESH_TOKEN',
  rewardId: '$REWARD_ID',
  rewards: ['검'],
  'rewards.name': '검',
  'rewards.watchMinutes': 30,
  'rewards.externalId': 'item-1',
  'rewards.pictureId': undefined,
  picture: '$PICTURE',
  'rewards.rewardId': '$REWARD_ID',
  scope: '채팅 메시지 조회',
  senderChannelId: '$MANAGER',
  sessionId: '$SESSION_ID',
  sessionKey: '$SESSION_KEY',
  file: '$SNAPSHOT_FILE',
  size: 2,
  since: '2026-07-18T14:00:00Z',
  sinkName: 'my-sink',
  snapshotName: 'my-snapshot',
  tags: ['게임'],
  text: '방송',
  timeZone: 'Asia/Seoul',
  title: '여름 드롭스',
  targetChannelId: '$VIEWER',
  token: '$OTHER_TOKEN',
  url: 'https://game.example/hook',
  until: '$CLAIM_ID',
  viewers: 100,
  webhookUrl: 'http://127.0.0.1:9999/hook',
  words: ['도박'],
  worldId: '$WORLD_ID',
}

function exampleOf({ type, enum: allowed, anyOf, minimum, items, properties }: JsonSchema, name: string): unknown {
  if (items?.properties) return [exampleOf(items, name)]
  if (properties) return mapValues(properties, (property, inner) => exampleOf(property, `${name}.${inner}`))
  if (name in examples) return examples[name]
  if (allowed) return allowed[0]
  if (anyOf?.[0]) return exampleOf(anyOf[0], name)
  if (type === 'integer') return minimum ?? 0
  if (type === 'boolean') return true
  throw new Error(`${name} needs an example`)
}

function mapValues<T>(record: Record<string, T>, transform: (value: T, name: string) => unknown) {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, transform(value, name)]))
}
