-- Encoders of lives that were taken down, which the media servers of ONAIR_MEDIA_CONTROL_URL still have to cut. The rows of
-- those that were cut are deleted. `sealed` is the stream key that they used; null, and `ended_at` set: nothing is tried any
-- longer, for the reason in `failure`. Times are platform time.
create table encoder_cut (
  id bigint generated always as identity primary key,
  channel_id text not null,
  was_live boolean not null,
  sealed bytea,
  attempts integer not null default 0,
  cut integer not null default 0,
  failure text,
  created_at bigint not null,
  next_attempt_at bigint not null,
  ended_at bigint
);
create index on encoder_cut (next_attempt_at) where ended_at is null;
create index on encoder_cut (channel_id, created_at);

-- The browsers in which a person signed in, by the hash of the id in their device cookie, the last used ones.
create table account_device (
  channel_id text not null references channel on delete cascade,
  device_hash bytea not null,
  last_used_at bigint not null,
  primary key (channel_id, device_hash)
);

-- The browsers of people from which nobody signs up, signs in, writes or joins a chat. They stay blocked when the person is
-- deleted.
create table blocked_device (
  channel_id text not null,
  device_hash bytea not null,
  reason text,
  created_at bigint not null,
  ends_at bigint,
  primary key (channel_id, device_hash)
);
