-- Broadcasts that a streamer plans. The start is a local time in a time zone: a weekly one keeps it across daylight saving time.
create table scheduled_live (
  id uuid primary key,
  channel_id text not null references channel,
  title text not null,
  category_id text references category,
  local_start text not null,
  time_zone text not null,
  is_weekly boolean not null,
  length_min integer,
  -- Local days.
  cancelled_days text[] not null default '{}',
  -- The next start of a weekly one that is not cancelled, which a sweep moves on; of another one, its start.
  next_at bigint not null,
  created_at bigint not null
);
create index on scheduled_live (channel_id);
create index on scheduled_live (next_at);
