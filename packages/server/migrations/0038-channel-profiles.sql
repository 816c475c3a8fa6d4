-- The picture of a channel. The column `image_url` of `channel` is not used any longer; a later version drops it.
create table channel_picture (
  channel_id text primary key references channel on delete cascade,
  -- Another one for each picture.
  id uuid not null unique,
  type text not null,
  bytes bytea not null
);

-- What a channel says about itself.
create table channel_profile (
  channel_id text primary key references channel on delete cascade,
  introduction text not null,
  links jsonb not null
);

-- The short addresses `/@handle`. Handles that look alike have one skeleton.
create table channel_handle (
  skeleton text primary key,
  handle text not null,
  channel_id text not null references channel on delete cascade,
  -- When the channel took another one: this one still leads to it for some time. Null for the one that it has.
  released_at bigint
);
create index on channel_handle (channel_id);
create unique index on channel_handle (channel_id) where released_at is null;
