-- Where the packets of a channel's lives are sent too, with the stream key there. The process that has the live writes its
-- status: what it is, and of which live.
create table restream_target (
  id uuid primary key,
  channel_id text not null references channel on delete cascade,
  name text not null,
  url text not null,
  sealed bytea not null,
  is_enabled boolean not null,
  created_at bigint not null,
  -- Counts the changes that begin a stream again: of all but the name.
  version integer not null default 1,
  status_live_id integer,
  status jsonb
);
create index on restream_target (channel_id, created_at, id);
