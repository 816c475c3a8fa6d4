-- A process that holds sockets. Its lease uses the time of the database, which the sandbox cannot move.
create table gateway (
  id uuid primary key,
  lease_expires_at_db timestamptz not null
);

-- The table is partitioned by the time at which a session ended. Sessions that have not ended, unused session URLs among
-- them, are the default partition: the update that ends a session moves it and its subscriptions to the partitions of that
-- day, which workers delete after ONAIR_SESSION_DAYS. Statements about them say `disconnected_at is null` and read no
-- other partition.
create table session (
  key uuid not null,
  client_id text not null references app on delete cascade,
  -- Null for a client session.
  owner_channel_id text references channel,
  ticket_hash bytea not null,
  issued_at bigint not null,
  ticket_expires_at bigint not null,
  connected_at bigint,
  disconnected_at bigint,
  gateway_id uuid,
  unique nulls not distinct (key, disconnected_at)
) partition by range (disconnected_at);
create table session_default partition of session default;
-- A session is in one of two indexes: `is null` is no equality to the planner, and an expression has no estimate.
create index session_listed on session (client_id, owner_channel_id, connected_at desc, key desc)
  where connected_at is not null and owner_channel_id is not null;
create index session_listed_own on session (client_id, connected_at desc, key desc)
  where connected_at is not null and owner_channel_id is null;
create index on session (client_id, issued_at, key);
create index on session (owner_channel_id) where owner_channel_id is not null;
create index session_ended on session (client_id, disconnected_at desc) where disconnected_at is not null;
create index on session (ticket_hash);
create index session_open on session_default (client_id, owner_channel_id) where disconnected_at is null;
create index on session_default (gateway_id) where disconnected_at is null;
-- For the sweep of tickets that were never redeemed.
create index on session_default (ticket_expires_at) where connected_at is null;
-- For ended sessions of days without a partition.
create index on session_default (disconnected_at) where disconnected_at is not null;

-- No foreign key to the session, because it would prevent the deletion of a partition.
create sequence session_subscription_id_seq;
create table session_subscription (
  session_key uuid not null,
  -- When the session ended: the partition of its subscriptions.
  session_ended_at bigint,
  event_type text not null,
  channel_id text not null references channel,
  grant_id uuid not null,
  scope text not null,
  -- Distinguishes a subscription from an earlier one of the same session, event type and channel.
  id bigint not null default nextval('session_subscription_id_seq'),
  unique nulls not distinct (session_key, event_type, channel_id, session_ended_at),
  -- A subscription ends when its scope is revoked.
  foreign key (grant_id, scope) references user_grant_scope on delete cascade
) partition by range (session_ended_at);
alter sequence session_subscription_id_seq owned by session_subscription.id;
create table session_subscription_default partition of session_subscription default;
create index on session_subscription_default (session_ended_at) where session_ended_at is not null;
create index on session_subscription (grant_id, scope);
-- For the deletion of an account.
create index on session_subscription (channel_id);
