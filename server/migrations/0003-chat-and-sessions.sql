create table chat_message (
  id uuid primary key,
  channel_id text not null references channel,
  sender_channel_id text not null references channel,
  content text not null,
  message_time bigint not null
);
create index on chat_message (channel_id, message_time);

-- A process that holds sockets. The lease is judged by the database's own clock, which nobody moves.
create table gateway (
  id uuid primary key,
  lease_expires_at_db timestamptz not null
);

create table session (
  key uuid primary key,
  client_id text not null references app on delete cascade,
  owner_channel_id text references channel,
  ticket_hash bytea not null unique,
  issued_at bigint not null,
  ticket_expires_at bigint not null,
  connected_at bigint,
  disconnected_at bigint,
  gateway_id uuid
);
create index session_open on session (client_id, owner_channel_id) where disconnected_at is null;
create index on session (gateway_id) where disconnected_at is null;

create table session_subscription (
  session_key uuid not null references session on delete cascade,
  event_type text not null,
  channel_id text not null references channel,
  grant_id uuid not null,
  scope text not null,
  primary key (session_key, event_type, channel_id),
  -- A subscription stands on a scope that a person granted, and ends with it.
  foreign key (grant_id, scope) references user_grant_scope on delete cascade
);
create index on session_subscription (grant_id, scope);

create table platform_clock (
  singleton boolean primary key default true check (singleton),
  offset_ms bigint not null
);
insert into platform_clock (offset_ms) values (0);
