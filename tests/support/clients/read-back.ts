import type { OperationName } from '../inputs/operations.ts'
import type { Tenant } from '../apps/tenant.ts'

type Fields = Record<string, unknown>
type ReadBack = (fields: Fields, content: any, tenant: Tenant) => Promise<[stored: unknown, sent: unknown][]>

const normalizeText = (value: unknown) => (typeof value === 'string' ? value.normalize('NFC') : value)
const isPresent = (value: unknown) => value !== undefined && value !== null

/** Readers of stored rows. A key that is a field's name has the value that was sent for the field. */
async function compareFields(row: Fields, sent: Fields): Promise<[unknown, unknown][]> {
  return Object.entries(sent)
    .filter(([, value]) => isPresent(value))
    .map(([name, value]) => [row[name], value])
}

const readBackMessage: ReadBack = async ({ message: sent }, { messageId }, { testApp }) => {
  const row = await testApp.deps.db.read
    .selectFrom('chat_message')
    .select('content')
    .where('id', '=', messageId)
    .executeTakeFirstOrThrow()
  return [[row.content, normalizeText(sent)]]
}

const readBackByOperation: Partial<Record<OperationName, ReadBack>> = {
  'Chat.sendMessage': readBackMessage,
  'Channels.chat': readBackMessage,
  'Chat.putNotice': async ({ message, messageId }, _content, { testApp, channelId }) => {
    const row = await testApp.deps.db.read
      .selectFrom('chat_notice')
      .select(['content as message', 'message_id as messageId'])
      .where('channel_id', '=', channelId)
      .executeTakeFirstOrThrow()
    return compareFields(row, { message: normalizeText(message), messageId })
  },
  'Chat.updateSettings': async (fields, _content, { testApp, token }) => {
    const { body } = await testApp.call('GET', '/open/v1/chats/settings', { token })
    const sent = Object.fromEntries(Object.keys(body.content).map((name) => [name, fields[name]]))
    return (await compareFields(body.content, sent)).map(([stored, value]) => [String(stored), String(value)])
  },
  'Live.updateLiveSetting': async ({ defaultLiveTitle, tags, categoryId }, _content, { testApp, token }) => {
    const { content } = (await testApp.call('GET', '/open/v1/lives/setting', { token })).body
    const title = normalizeText(defaultLiveTitle)
    const category = { categoryId: categoryId === '' ? undefined : categoryId }
    return [
      ...(await compareFields(content, { defaultLiveTitle: title })),
      ...(await compareFields(content.category ?? {}, category)),
      ...(Array.isArray(tags) ? [[content.tags, [...new Set(tags.map(normalizeText))]] as [unknown, unknown]] : []),
    ]
  },
  'People.createPerson': async ({ channelName, organizationId }, content, { testApp }) => {
    const row = await testApp.deps.db.read
      .selectFrom('account')
      .innerJoin('channel', 'channel.id', 'account.channel_id')
      .select(['channel.name as channelName', 'account.organization_id as organizationId'])
      .where('channel.id', '=', content.channelId)
      .executeTakeFirstOrThrow()
    return compareFields(row, { channelName: String(normalizeText(channelName)).trim(), organizationId })
  },
  'Apps.createApp': async ({ name, ...fields }, { clientId }, { testApp }) => {
    const row = await testApp.deps.db.read
      .selectFrom('app')
      .leftJoin('webhook_endpoint', 'webhook_endpoint.id', 'app.client_id')
      .select(['app.name', 'app.redirect_uri as redirectUri', 'app.owner_channel_id as ownerChannelId'])
      .select(['app.wire_profile as wireProfile', 'app.header_prefix as headerPrefix'])
      .select(['app.organization_id as organizationId', 'webhook_endpoint.url as webhookUrl'])
      .where('app.client_id', '=', clientId)
      .executeTakeFirstOrThrow()
    const sent = Object.fromEntries(Object.keys(row).map((field) => [field, fields[field]]))
    return compareFields(row, { ...sent, name: String(normalizeText(name)).trim() })
  },
  'Channels.goLive': async ({ liveTitle }, { liveId }, { testApp }) => {
    const row = await testApp.deps.db.read
      .selectFrom('live')
      .innerJoin('live_setting', 'live_setting.channel_id', 'live.channel_id')
      .select('default_live_title as liveTitle')
      .where('live.id', '=', liveId)
      .executeTakeFirstOrThrow()
    return compareFields(row, { liveTitle: normalizeText(liveTitle) })
  },
  'Payments.donate': async ({ donationText, payAmount }, { donationId }, { testApp }) => {
    const { event } = await testApp.deps.db.read
      .selectFrom('donation')
      .select('event')
      .where('id', '=', donationId)
      .executeTakeFirstOrThrow()
    return compareFields(event, { donationText: normalizeText(donationText), payAmount: String(payAmount) })
  },
}

/** Pairs of stored and sent values, for an operation that returned 200. */
export async function readBack(
  name: OperationName,
  fields: Fields,
  content: unknown,
  tenant: Tenant,
): Promise<[stored: unknown, sent: unknown][]> {
  return (await readBackByOperation[name]?.(fields, content, tenant)) ?? []
}
