-- Live settings. A channel without a row uses the defaults.
create table live_setting (
  channel_id text primary key references channel on delete cascade,
  default_live_title text,
  category_id text references category on delete set null,
  tags text[] not null default '{}',
  adult boolean not null default false
);
create index on live_setting (category_id);

-- A channel begins with a category, because some clients fail without one. Gap 49.
create function insert_initial_setting() returns trigger language plpgsql as $$
begin
  insert into live_setting (channel_id, category_id)
  select new.id, category.id from category where category.id = 'talk';
  return null;
end $$;
create trigger insert_initial_setting after insert on channel for each row execute function insert_initial_setting();

-- The picture that a channel chose for its lives. A new picture has a new id, because its address is cached.
create table live_thumbnail (
  channel_id text primary key references channel on delete cascade,
  id uuid not null unique,
  type text not null check (type in ('image/png', 'image/jpeg')),
  bytes bytea not null
);

create table live (
  id integer primary key generated always as identity,
  channel_id text not null references channel,
  simulated_viewers integer not null default 0,
  opened_at bigint not null,
  closed_at bigint,
  -- Those of the settings when it ended.
  title text,
  category_id text references category on delete set null
);
create index on live (category_id);
create unique index live_on_air on live (channel_id) where closed_at is null;
create index on live (closed_at, id) where closed_at is not null;
-- The lives of a channel in pages.
create index on live (channel_id, id);
-- The hours on air of a channel.
create index on live (channel_id, closed_at);

-- The viewers of a live once a minute, and its messages of the minute before.
create table live_sample (
  live_id integer not null references live on delete cascade,
  at bigint not null,
  viewers integer not null,
  messages integer not null,
  primary key (live_id, at)
);
create index on live_sample (at);

-- All samples of a live, which outlive them: the sum of viewers over the minutes with a sample, the highest number, and
-- the messages.
create table live_sum (
  live_id integer primary key references live on delete cascade,
  peak_viewers integer not null,
  viewer_minutes bigint not null,
  minutes integer not null,
  messages integer not null
);

-- The samples of a channel by quarter of an hour, which is a part of a day in every time zone: the sum of viewers over the
-- minutes with a sample, the highest number, and the messages.
create table viewer_quarter (
  channel_id text not null references channel,
  at bigint not null,
  peak_viewers integer not null,
  viewer_minutes bigint not null,
  minutes integer not null,
  messages integer not null,
  primary key (channel_id, at)
);
create index on viewer_quarter (at);

create table stream_key (
  channel_id text primary key references channel,
  hash bytea not null unique,
  sealed bytea not null,
  created_at bigint not null
);

-- Unlogged: empty after a database crash, viewers report again.
-- watched_since: when the viewer began to watch category_id without interruption, in platform time.
create unlogged table live_viewer (
  live_id integer not null references live on delete cascade,
  viewer_id text not null,
  expires_at_db timestamptz not null,
  category_id text,
  last_seen_at bigint,
  watched_since bigint,
  primary key (live_id, viewer_id)
);
create index on live_viewer (expires_at_db);
