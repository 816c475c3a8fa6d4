-- What a live shows: a picture of its video, replaced about once a minute. The id stays, and the version is in the address, so
-- that caches load the next one. The time is that of the database, which the sandbox cannot move.
create table live_picture (
  live_id integer primary key references live on delete cascade,
  channel_id text not null,
  id uuid not null unique,
  version integer not null default 1,
  bytes bytea not null,
  taken_at_db timestamptz not null default clock_timestamp()
);

-- One that is not replaced any longer is not what the live shows.
create view fresh_live_picture as
  select live_id, id, version, bytes, taken_at_db from live_picture
  where taken_at_db > clock_timestamp() - interval '5 minutes';

-- The picture of the live when the recording ended or the clip was made, as a JPEG; null if it had none.
alter table recording add column picture bytea;
alter table clip add column picture bytea;

-- The origins from which processes serve video: pages may load it from these alone.
create table media_origin (
  origin text primary key check (origin ~ '^https?://[a-z0-9_.:\[\]-]+$'),
  seen_at_db timestamptz not null
);
