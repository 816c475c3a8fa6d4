-- What a process has recorded of a live: a file in its folder, whose name is the id. Viewers get the playback id. A
-- recording whose process has lost its live, and that has not ended, is ended by a sweep.
create table recording (
  id uuid primary key,
  live_id integer not null references live on delete cascade,
  channel_id text not null references channel on delete cascade,
  playback_id uuid not null unique,
  owner uuid not null,
  media_url text not null,
  -- Whether the live was for adults at any time of it.
  is_limited boolean not null,
  started_at bigint not null,
  ended_at bigint,
  duration_ms integer not null default 0,
  bytes bigint not null default 0,
  -- Where its time does not follow that of the platform, as after a cut: pairs of a position and its time, in milliseconds.
  spans jsonb not null default '[]'
);
create index on recording (channel_id, started_at, id);
create index on recording (live_id);
create index on recording (ended_at);

alter table live_setting add column is_recorded boolean not null default false;

-- A minute of a live that a viewer has cut out. The process that has the live makes the file, whose name is the id; until
-- then the length is 0.
create table clip (
  id uuid primary key,
  channel_id text not null references channel on delete cascade,
  live_id integer not null references live on delete cascade,
  created_by text not null references channel on delete cascade,
  playback_id uuid not null unique,
  media_url text,
  is_limited boolean not null,
  created_at bigint not null,
  duration_ms integer not null default 0,
  bytes integer not null default 0
);
create index on clip (channel_id, created_at, id);
create index on clip (live_id);
create index on clip (created_by);
create index on clip (created_at);

alter table live_setting add column allows_clips boolean not null default false;
