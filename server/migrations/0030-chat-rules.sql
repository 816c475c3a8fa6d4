create table chat_settings (
  channel_id text primary key references channel,
  available_condition text not null default 'NONE',
  available_group text not null default 'ALL',
  min_follower_minute integer not null default 0,
  allow_subscriber_in_follower_mode boolean not null default true,
  slow_mode_sec integer not null default 0,
  emoji_mode boolean not null default false
);

alter table chat_message add column hidden_at bigint;
alter table chat_message add column hidden_by text references channel;
create index chat_message_visible on chat_message (channel_id, sender_channel_id, message_time) where hidden_at is null;

create table chat_notice (
  channel_id text primary key references channel,
  -- Null where the notice is a text of its own.
  message_id uuid references chat_message,
  content text not null,
  created_at bigint not null
);

-- When someone last spoke in a chat in slow mode.
create table slow_mode (
  channel_id text not null references channel,
  sender_channel_id text not null references channel,
  last_sent_at bigint not null,
  primary key (channel_id, sender_channel_id)
);
