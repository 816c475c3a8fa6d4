create table channel (
  id text primary key,
  name text not null,
  chat_channel_id text not null unique
);
create table channel_follower (channel_id text references channel, follower_channel_id text references channel, primary key (channel_id, follower_channel_id));
create table app (client_id text primary key, secret_hash bytea not null, scopes text[] not null);
create table authorization_code (code_hash bytea primary key, client_id text not null references app, channel_id text not null references channel, scopes text[] not null, expires_at timestamptz not null);
create table token (
  access_hash bytea primary key,
  refresh_hash bytea not null unique,
  client_id text not null references app,
  channel_id text not null references channel,
  scopes text[] not null,
  expires_at timestamptz not null
);
create index on token (client_id, channel_id);
create table category (id text primary key, type text not null, name text not null);
create table live_setting (channel_id text primary key references channel, title text not null default '', category_id text references category, tags text[] not null default '{}');
create table live (id serial primary key, channel_id text not null references channel, viewers integer not null, opened_at timestamptz not null default now());
create index on live (viewers desc, id);
create table chat_setting (
  channel_id text primary key references channel,
  condition text not null default 'NONE',
  available_group text not null default 'ALL',
  min_follower_minute integer not null default 0,
  allow_subscriber boolean not null default false,
  slow_mode_sec integer not null default 0,
  emoji_mode boolean not null default false
);
create table chat_message (id uuid primary key default gen_random_uuid(), channel_id text not null references channel, content text not null, sent_at timestamptz not null default now());
create table session (
  key uuid primary key,
  ticket_hash bytea not null unique,
  client_id text not null references app,
  channel_id text references channel,
  created_at timestamptz not null default now(),
  connected_at timestamptz,
  disconnected_at timestamptz
);
create index on session (client_id) where disconnected_at is null;
create table subscription (session_key uuid references session, channel_id text references channel, event_type text, primary key (session_key, channel_id, event_type));
insert into category values ('League_of_Legends', 'GAME', '리그 오브 레전드'), ('talk', 'ETC', 'talk');
