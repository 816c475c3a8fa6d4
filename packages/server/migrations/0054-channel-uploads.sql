-- What a streamer uploads for the channel. An id is that of one file: a new file of the same name gets another one.
create table channel_upload (
  id uuid primary key,
  channel_id text not null references channel on delete cascade,
  kind text not null,
  name text not null,
  -- The months of a subscription from which a sender has it; 0: everybody.
  months integer not null,
  type text not null,
  bytes bytea not null,
  unique (channel_id, kind, name)
);
