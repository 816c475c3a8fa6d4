import type { OperationName } from './operations.ts'
import type { Tenant } from './tenant.ts'

type Fields = Record<string, unknown>
type Look = (fields: Fields, content: any, tenant: Tenant) => Promise<[stored: unknown, sent: unknown][]>

const composed = (value: unknown) => (typeof value === 'string' ? value.normalize('NFC') : value)
const isGiven = (value: unknown) => value !== undefined && value !== null

/** What the database holds of a person, an application and so on; where a name is a field's, what was sent for it. */
async function compared(row: Fields, sent: Fields): Promise<[unknown, unknown][]> {
  return Object.entries(sent)
    .filter(([, value]) => isGiven(value))
    .map(([name, value]) => [row[name], value])
}

const message: Look = async ({ message: sent }, { messageId }, { scene }) => {
  const row = await scene.world.db.read
    .selectFrom('chat_message')
    .select('content')
    .where('id', '=', messageId)
    .executeTakeFirstOrThrow()
  return [[row.content, composed(sent)]]
}

const looks: Partial<Record<OperationName, Look>> = {
  'Chat.sendMessage': message,
  'Acts.chat': message,
  'Chat.putNotice': async ({ message, messageId }, _content, { scene, channelId }) => {
    const row = await scene.world.db.read
      .selectFrom('chat_notice')
      .select(['content as message', 'message_id as messageId'])
      .where('channel_id', '=', channelId)
      .executeTakeFirstOrThrow()
    return compared(row, { message: composed(message), messageId })
  },
  'Chat.changeSettings': async (fields, _content, { scene, token }) => {
    const { body } = await scene.call('GET', '/open/v1/chats/settings', { token })
    const sent = Object.fromEntries(Object.keys(body.content).map((name) => [name, fields[name]]))
    return (await compared(body.content, sent)).map(([stored, value]) => [String(stored), String(value)])
  },
  'Live.changeLiveSetting': async ({ defaultLiveTitle, tags, categoryId }, _content, { scene, token }) => {
    const { content } = (await scene.call('GET', '/open/v1/lives/setting', { token })).body
    const title = composed(defaultLiveTitle)
    const category = { categoryId: categoryId === '' ? undefined : categoryId }
    return [
      ...(await compared(content, { defaultLiveTitle: title })),
      ...(await compared(content.category ?? {}, category)),
      ...(Array.isArray(tags) ? [[content.tags, [...new Set(tags.map(composed))]] as [unknown, unknown]] : []),
    ]
  },
  'People.makePerson': async ({ channelName, organizationId }, content, { scene }) => {
    const row = await scene.world.db.read
      .selectFrom('account')
      .innerJoin('channel', 'channel.id', 'account.channel_id')
      .select(['channel.name as channelName', 'account.organization_id as organizationId'])
      .where('channel.id', '=', content.channelId)
      .executeTakeFirstOrThrow()
    return compared(row, { channelName: String(composed(channelName)).trim(), organizationId })
  },
  'People.makeApp': async ({ name, ...fields }, { clientId }, { scene }) => {
    const row = await scene.world.db.read
      .selectFrom('app')
      .leftJoin('webhook_subscription', 'webhook_subscription.client_id', 'app.client_id')
      .select(['name', 'redirect_uri as redirectUri', 'owner_channel_id as ownerChannelId'])
      .select([
        'wire_profile as wireProfile',
        'header_prefix as headerPrefix',
        'webhook_subscription.url as webhookUrl',
      ])
      .select('organization_id as organizationId')
      .where('app.client_id', '=', clientId)
      .executeTakeFirstOrThrow()
    const sent = Object.fromEntries(Object.keys(row).map((field) => [field, fields[field]]))
    return compared(row, { ...sent, name: String(composed(name)).trim() })
  },
  'Acts.goLive': async ({ liveTitle }, { liveId }, { scene }) => {
    const row = await scene.world.db.read
      .selectFrom('live')
      .innerJoin('live_setting', 'live_setting.channel_id', 'live.channel_id')
      .select('default_live_title as liveTitle')
      .where('live.id', '=', liveId)
      .executeTakeFirstOrThrow()
    return compared(row, { liveTitle: composed(liveTitle) })
  },
  'Support.donate': async ({ donationText, payAmount }, { donationId }, { scene }) => {
    const { event } = await scene.world.db.read
      .selectFrom('donation')
      .select('event')
      .where('id', '=', donationId)
      .executeTakeFirstOrThrow()
    return compared(event, { donationText: composed(donationText), payAmount: String(payAmount) })
  },
}

/** Pairs of what is kept and what was sent, for an operation that was answered 200. */
export async function readBack(
  name: OperationName,
  fields: Fields,
  content: unknown,
  tenant: Tenant,
): Promise<[stored: unknown, sent: unknown][]> {
  return (await looks[name]?.(fields, content, tenant)) ?? []
}
