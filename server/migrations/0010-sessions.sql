-- A process that holds sockets. Its lease uses the time of the database, which the sandbox cannot move.
create table gateway (
  id uuid primary key,
  lease_expires_at_db timestamptz not null
);

create table session (
  key uuid primary key,
  client_id text not null references app on delete cascade,
  -- Null for a client session.
  owner_channel_id text references channel,
  ticket_hash bytea not null unique,
  issued_at bigint not null,
  ticket_expires_at bigint not null,
  connected_at bigint,
  disconnected_at bigint,
  gateway_id uuid
);
create index session_open on session (client_id, owner_channel_id) where disconnected_at is null;
create index session_listed on session (client_id, owner_channel_id, connected_at desc, key desc)
  where connected_at is not null;
-- `is null` is no equality to the planner, so the index above does not have the order of an application's own sessions.
create index session_listed_own on session (client_id, connected_at desc, key desc)
  where connected_at is not null and owner_channel_id is null;
create index on session (client_id, issued_at, key);
create index on session (owner_channel_id) where owner_channel_id is not null;
create index on session (gateway_id) where disconnected_at is null;
-- For the sweeps of old sessions and of tickets that were never redeemed.
create index on session (disconnected_at) where disconnected_at is not null;
create index on session (ticket_expires_at) where connected_at is null;

create table session_subscription (
  session_key uuid not null references session on delete cascade,
  event_type text not null,
  channel_id text not null references channel,
  grant_id uuid not null,
  scope text not null,
  -- Distinguishes a subscription from an earlier one of the same session, event type and channel.
  id bigint generated always as identity,
  primary key (session_key, event_type, channel_id),
  -- A subscription ends when its scope is revoked.
  foreign key (grant_id, scope) references user_grant_scope on delete cascade
);
create index on session_subscription (grant_id, scope);
-- For the deletion of an account.
create index on session_subscription (channel_id);
