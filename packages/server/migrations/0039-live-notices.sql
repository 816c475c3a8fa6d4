-- Whom a mail is sent when a channel that they follow goes live.
create table live_bell (
  channel_id text not null,
  follower_channel_id text not null,
  created_at bigint not null,
  primary key (channel_id, follower_channel_id),
  foreign key (channel_id, follower_channel_id) references channel_follower on delete cascade
);
create index on live_bell (follower_channel_id);

-- The lives of whose start people are told: never two of a channel within an hour.
create table live_notice (
  live_id integer primary key references live on delete cascade,
  channel_id text not null references channel on delete cascade,
  created_at bigint not null,
  -- Whether everybody may know of the live.
  is_public boolean not null,
  -- Mails were written to the people up to this one. Null: to all.
  mailed_until text
);
create index on live_notice (channel_id, created_at);
create index on live_notice (created_at, live_id) where mailed_until is not null;

-- The address of a chat service to which the start of a live is posted, sealed because who knows it can post there.
create table live_hook (
  channel_id text primary key references channel on delete cascade,
  id uuid not null unique,
  host text not null,
  sealed bytea not null,
  created_at bigint not null,
  state text not null default 'NEW' check (state in ('NEW', 'WAITING', 'SENT', 'FAILED')),
  live_id integer,
  attempts smallint not null default 0,
  next_attempt_at bigint,
  lease_expires_at_db timestamptz,
  -- The last attempt: when, and why it failed.
  tried_at bigint,
  failure text,
  check ((state = 'WAITING') = (next_attempt_at is not null))
);
create index on live_hook (next_attempt_at) where state = 'WAITING';
