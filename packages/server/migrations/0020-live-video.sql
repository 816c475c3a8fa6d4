-- The video of a live, which one process receives and serves from its memory. The lease uses the time of the database,
-- which the sandbox cannot move. Viewers get the playback id; it is all that they need.
create table live_video (
  live_id integer primary key references live on delete cascade,
  playback_id uuid not null unique,
  owner uuid not null,
  media_url text not null,
  -- Of the upload of a page, which continues it at any process.
  token_hash bytea,
  source text not null check (source in ('page', 'encoder', 'test')),
  state text not null check (state in ('starting', 'live', 'interrupted')),
  -- Whether the playback id was given only to adults.
  is_limited boolean not null,
  lease_expires_at_db timestamptz not null
);
