-- Workers create a partition for each day of platform time and delete it after ONAIR_CHAT_DAYS.
create sequence chat_message_position_seq;
create table chat_message (
  id uuid not null,
  channel_id text not null references channel,
  sender_channel_id text not null references channel,
  content text not null,
  message_time bigint not null,
  hidden_at bigint,
  hidden_by text references channel,
  -- Orders messages of one millisecond as they arrived.
  position bigint not null default nextval('chat_message_position_seq'),
  primary key (id, message_time)
) partition by range (message_time);
alter sequence chat_message_position_seq owned by chat_message.position;
-- Messages of days without a partition.
create table chat_message_default partition of chat_message default;
create index on chat_message (channel_id, message_time, position);
-- For the deletion of an account, and the history of a person in a chat.
create index on chat_message (sender_channel_id, channel_id, message_time);
create index on chat_message (hidden_by) where hidden_by is not null;
create index chat_message_visible on chat_message (channel_id, sender_channel_id, message_time) where hidden_at is null;

create table chat_settings (
  channel_id text primary key references channel,
  available_condition text not null default 'NONE',
  available_group text not null default 'ALL',
  min_follower_minute integer not null default 0,
  allow_subscriber_in_follower_mode boolean not null default true,
  slow_mode_sec integer not null default 0,
  emoji_mode boolean not null default false,
  blocked_words text[] not null default '{}'
);

create table chat_notice (
  channel_id text primary key references channel,
  -- Null if the notice was entered as text instead of chosen from the chat. The message may have been deleted.
  message_id uuid,
  content text not null,
  created_at bigint not null
);

create index on chat_notice (message_id) where message_id is not null;

-- When a viewer last sent a message to a chat in slow mode.
create table slow_mode (
  channel_id text not null references channel,
  sender_channel_id text not null references channel,
  last_sent_at bigint not null,
  primary key (channel_id, sender_channel_id)
);
create index on slow_mode (last_sent_at);
