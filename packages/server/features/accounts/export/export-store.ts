import type { AuditAction, ExportKind } from '@onair/contract'
import { sql } from 'kysely'
import type { Reader } from '../../../infra/db/db.ts'

/** The rows that a kind of an export reads: `key` orders them, and is unique among those of a person. */
type Source = { key: string; from: string; where: string; data: string }

const time = (column: string) =>
  `to_char(to_timestamp(${column} / 1000.0) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/** The file of a recording or a clip, at the process that made it. */
const fileUrl = `media_url || '/recordings/' || playback_id || '/video.mp4'`

/** Entries of other people about a person that only those who run the site read: a person must not learn of a case. */
const unseenActions: readonly AuditAction[] = [
  'account.exported',
  'account.note_added',
  'account.note_deleted',
  'case_file.created',
  'hold.placed',
  'hold.lifted',
  'operator.command_run',
  'private_channel.watched',
  'report.assigned',
  'report.decided',
  'site.read',
]

/** The reason is for those who run the site: the person reads another text, or none. */
const actionsWithUnseenReason: readonly AuditAction[] = ['account.suspended', 'account.renamed', 'device.blocked']

const quoted = (actions: readonly AuditAction[]) => actions.map((action) => `'${action}'`).join(', ')

/** `$1` is the channel id. Secrets and hashes are left out. */
const sources: Readonly<Record<ExportKind, Source>> = {
  account: {
    key: 'channel.id',
    from: 'channel join account on account.channel_id = channel.id left join wallet on wallet.channel_id = channel.id left join authenticator on authenticator.channel_id = channel.id',
    where: 'channel.id = $1',
    data: `'channelId', channel.id, 'channelName', channel.name, 'email', account.email,
      'createdDate', ${time('account.created_at')}, 'identityVerifiedDate', ${time('account.identity_verified_at')},
      'twoStepVerificationDate', ${time('authenticator.confirmed_at')},
      'streamRequest', (select jsonb_build_object('text', text, 'createdDate', ${time('created_at')},
        'declinedDate', ${time('declined_at')}, 'answer', answer)
        from stream_request where stream_request.channel_id = channel.id),
      'getsMailsOfLives', not exists (select from live_mail_off where live_mail_off.channel_id = account.channel_id),
      'organizationId', account.organization_id, 'walletBalance', wallet.balance`,
  },
  webSessions: {
    key: 'id::text',
    from: 'web_session',
    where: 'channel_id = $1',
    data: `'userAgent', user_agent, 'network', network, 'createdDate', ${time('created_at')},
      'lastUsedDate', ${time('last_used_at')},
      'getsNotices', exists (select from push_subscription where session_hash = token_hash)`,
  },
  passkeys: {
    key: 'id::text',
    from: 'passkey',
    where: 'channel_id = $1',
    data: `'name', name, 'createdDate', ${time('created_at')}, 'lastUsedDate', ${time('last_used_at')}`,
  },
  providerLinks: {
    key: 'issuer',
    from: 'provider_link',
    where: 'channel_id = $1',
    data: `'issuer', issuer, 'createdDate', ${time('created_at')}, 'lastUsedDate', ${time('last_used_at')}`,
  },
  channelSettings: {
    key: 'channel.id',
    from: `channel left join live_setting on live_setting.channel_id = channel.id
      left join chat_settings on chat_settings.channel_id = channel.id
      left join chat_notice on chat_notice.channel_id = channel.id
      left join live_thumbnail on live_thumbnail.channel_id = channel.id
      left join channel_profile on channel_profile.channel_id = channel.id
      left join channel_picture on channel_picture.channel_id = channel.id`,
    where: 'channel.id = $1',
    data: `'live', to_jsonb(live_setting) - 'channel_id' - 'watch_password_hash' - 'watch_version',
      'listedWatchers', (select coalesce(jsonb_agg(watcher_channel_id order by created_at, watcher_channel_id), '[]')
        from listed_watcher where listed_watcher.channel_id = channel.id), 'chat', to_jsonb(chat_settings) - 'channel_id',
      'notice', chat_notice.content,
      'poll', (select jsonb_build_object('question', question, 'options', options) from poll where channel_id = channel.id),
      'thumbnailBase64', replace(encode(live_thumbnail.bytes, 'base64'), chr(10), ''),
      'pictureBase64', replace(encode(channel_picture.bytes, 'base64'), chr(10), ''),
      'introduction', channel_profile.introduction, 'links', channel_profile.links,
      'handles', (select coalesce(jsonb_agg(handle order by released_at nulls first), '[]')
        from channel_handle where channel_handle.channel_id = channel.id),
      'noticesHost', (select host from live_hook where live_hook.channel_id = channel.id)`,
  },
  uploads: {
    key: `kind || ' ' || name`,
    from: 'channel_upload',
    where: 'channel_id = $1',
    data: `'kind', kind, 'name', name, 'months', months, 'type', type,
      'fileBase64', replace(encode(bytes, 'base64'), chr(10), '')`,
  },
  applications: {
    key: 'client_id',
    from: 'app',
    where: 'owner_channel_id = $1',
    data: `'clientId', client_id, 'name', name, 'redirectUri', redirect_uri, 'createdDate', ${time('created_at')},
      'deletedDate', ${time('deleted_at')},
      'scopes', (select coalesce(jsonb_agg(scope order by position), '[]') from app_scope where app_scope.client_id = app.client_id),
      'webhookUrl', (select url from webhook_endpoint where webhook_endpoint.id = app.client_id),
      'webhookEndpoints', (select coalesce(jsonb_agg(jsonb_build_object('name', name, 'url', url, 'channelIds', channel_ids, 'campaignIds', campaign_ids) order by created_at, id), '[]')
        from webhook_endpoint where webhook_endpoint.client_id = app.client_id and webhook_endpoint.id <> app.client_id)`,
  },
  teams: {
    key: 'team_id::text',
    from: 'team_member join team on team.id = team_id',
    where: 'channel_id = $1',
    data: `'name', name, 'role', role, 'joinedDate', ${time('team_member.created_at')}`,
  },
  connections: {
    key: 'user_grant.id::text',
    from: 'user_grant join app using (client_id) left join grant_usage on grant_usage.grant_id = user_grant.id',
    where: 'user_grant.channel_id = $1',
    data: `'clientId', client_id, 'name', app.name, 'createdDate', ${time('user_grant.created_at')},
      'lastUsedDate', ${time('grant_usage.last_used_at')},
      'scopes', (select coalesce(jsonb_agg(scope order by position), '[]') from user_grant_scope where grant_id = user_grant.id)`,
  },
  following: {
    key: 'channel_id',
    from: 'channel_follower join channel on channel.id = channel_id left join live_bell using (channel_id, follower_channel_id)',
    where: 'follower_channel_id = $1',
    data: `'channelId', channel_id, 'channelName', channel.name, 'createdDate', ${time('channel_follower.created_at')},
      'isNotified', live_bell.created_at is not null`,
  },
  subscriptions: {
    key: 'channel_id',
    from: 'channel_subscriber join channel on channel.id = channel_id',
    where: 'subscriber_channel_id = $1',
    data: `'channelId', channel_id, 'channelName', channel.name, 'tierNo', tier_no, 'month', month,
      'createdDate', ${time('channel_subscriber.created_at')}`,
  },
  managers: {
    key: 'manager_channel_id',
    from: 'channel_manager',
    where: 'channel_id = $1',
    data: `'managerChannelId', manager_channel_id, 'userRole', user_role, 'createdDate', ${time('created_at')}`,
  },
  managedChannels: {
    key: 'channel_id',
    from: 'channel_manager',
    where: 'manager_channel_id = $1',
    data: `'channelId', channel_id, 'userRole', user_role, 'createdDate', ${time('created_at')}`,
  },
  chatMessages: {
    key: 'id::text',
    from: 'chat_message',
    where: 'sender_channel_id = $1',
    data: `'messageId', id, 'channelId', channel_id, 'content', content, 'date', ${time('message_time')},
      'replyToMessageId', reply_to, 'hiddenDate', ${time('hidden_at')}`,
  },
  pollVotes: {
    key: 'poll_id::text',
    from: 'poll_vote join poll on poll.id = poll_id',
    where: 'voter_channel_id = $1',
    data: `'channelId', channel_id, 'question', question, 'option', options[option + 1]`,
  },
  donationsSent: {
    key: 'id::text',
    from: 'donation',
    where: 'donator_channel_id = $1',
    data: `'donationId', id, 'channelId', channel_id, 'payAmount', pay_amount, 'donationText', event ->> 'donationText',
      'date', ${time('created_at')}`,
  },
  donationsReceived: {
    key: 'id::text',
    from: 'donation',
    where: 'channel_id = $1',
    data: `'donationId', id, 'donatorNickname', event ->> 'donatorNickname', 'payAmount', pay_amount,
      'donationText', event ->> 'donationText', 'date', ${time('created_at')}`,
  },
  recordings: {
    key: 'id::text',
    from: 'recording',
    where: 'channel_id = $1 and ended_at is not null',
    data: `'recordingId', id, 'liveId', live_id, 'startedDate', ${time('started_at')}, 'endedDate', ${time('ended_at')},
      'durationMs', duration_ms, 'bytes', bytes, 'fileUrl', ${fileUrl}`,
  },
  // Those that the person made, and those of the person's lives.
  clips: {
    key: 'id::text',
    from: 'clip',
    where: '(created_by = $1 or channel_id = $1) and duration_ms > 0',
    data: `'clipId', id, 'channelId', channel_id, 'liveId', live_id, 'isOwn', created_by = $1,
      'createdDate', ${time('created_at')}, 'durationMs', duration_ms, 'bytes', bytes, 'fileUrl', ${fileUrl}`,
  },
  subscriptionsReceived: {
    key: 'id::text',
    from: 'subscription_event',
    where: 'channel_id = $1',
    data: `'subscriberNickname', event ->> 'subscriberNickname', 'tierNo', event -> 'tierNo', 'month', event -> 'month',
      'date', ${time('created_at')}`,
  },
  subscriptionGifts: {
    key: 'id::text',
    from: 'subscription_gift',
    where: 'giver_channel_id = $1',
    data: `'giftId', id, 'channelId', channel_id, 'count', count, 'isAnonymous', anonymous, 'date', ${time('created_at')}`,
  },
  restrictions: {
    key: 'restricted_channel_id',
    from: 'channel_restriction',
    where: 'channel_id = $1',
    data: `'restrictedChannelId', restricted_channel_id, 'createdDate', ${time('created_at')}`,
  },
  lives: {
    key: `lpad(id::text, 12, '0')`,
    from: 'live',
    where: 'channel_id = $1',
    data: `'liveId', id, 'openedDate', ${time('opened_at')}, 'closedDate', ${time('closed_at')}`,
  },
  restreamTargets: {
    key: 'id::text',
    from: 'restream_target',
    where: 'channel_id = $1',
    data: `'name', name, 'url', url, 'isEnabled', is_enabled, 'createdDate', ${time('created_at')}`,
  },
  schedule: {
    key: 'id::text',
    from: 'scheduled_live',
    where: 'channel_id = $1',
    data: `'title', title, 'categoryId', category_id, 'localStart', local_start, 'timeZone', time_zone, 'isWeekly', is_weekly,
      'lengthMinutes', length_min, 'cancelledDays', cancelled_days`,
  },
  dropsClaims: {
    key: 'claim.id::text',
    from: 'claim join reward on reward.id = claim.reward_id',
    where: 'channel_id = $1',
    data: `'claimId', claim.id, 'reward', reward.name, 'fulfillmentState', fulfillment_state,
      'claimedDate', ${time('claimed_at')}`,
  },
  watchTime: {
    key: 'campaign_id::text',
    from: 'campaign_progress join campaign on campaign.id = campaign_id',
    where: 'channel_id = $1',
    data: `'campaignId', campaign_id, 'campaign', campaign.title, 'watchedSeconds', watched_ms / 1000`,
  },
  reports: {
    key: 'case_id::text',
    from: 'report join report_case on report_case.id = case_id',
    where: 'reporter_channel_id = $1',
    data: `'kind', kind, 'subjectId', subject_id, 'reason', reason, 'text', text, 'date', ${time('created_at')},
      'decision', decision, 'answer', answer, 'decidedDate', ${time('decided_at')}`,
  },
  auditLog: {
    key: `lpad(position::text, 19, '0')`,
    from: 'audit_log',
    where: `actor_id = $1 or channel_id = $1 and action not in (${quoted(unseenActions)})`,
    // The networks of moderators, applications and operators are theirs.
    data: `'action', action, 'date', ${time('at')}, 'count', count, 'actorKind', actor_kind, 'clientId', client_id,
      'network', case when actor_id = $1 or actor_kind = 'anonymous' then network end,
      'detail', case when actor_id = $1 then detail when action in (${quoted(actionsWithUnseenReason)})
        then detail - 'reason' else detail end`,
  },
}

type ExportRow = { key: string; data: Record<string, unknown> }

/** Up to `limit` entries of a kind after a key. */
export async function findExportRows(
  db: Reader,
  kind: ExportKind,
  { channelId, after, limit }: { channelId: string; after: string | null; limit: number },
): Promise<ExportRow[]> {
  const { key, from, where, data } = sources[kind]
  const withId = (text: string) => {
    const [first = '', ...rest] = text.split('$1')
    return sql.join([sql.raw(first), ...rest.flatMap((part) => [sql`${channelId}`, sql.raw(part)])], sql.raw(''))
  }
  const { rows } = await sql<ExportRow>`
    select ${sql.raw(key)} as key, jsonb_build_object(${withId(data)}) as data
    from ${sql.raw(from)} where (${withId(where)}) and ${sql.raw(key)} > ${after ?? ''} order by 1 limit ${limit}`.execute(
    db,
  )
  return rows
}
