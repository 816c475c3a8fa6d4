create table channel_restriction (
  channel_id text not null references channel,
  restricted_channel_id text not null references channel,
  created_at bigint not null,
  primary key (channel_id, restricted_channel_id)
);
create index on channel_restriction (channel_id, created_at desc, restricted_channel_id desc);

create table temporary_restriction (
  channel_id text not null references channel,
  restricted_channel_id text not null references channel,
  restricted_by text not null references channel,
  created_at bigint not null,
  release_at bigint not null,
  primary key (channel_id, restricted_channel_id)
);
create index on temporary_restriction (release_at);
create index on temporary_restriction (channel_id, created_at desc, restricted_channel_id desc);
-- For the deletion of an account.
create index on channel_restriction (restricted_channel_id);
create index on temporary_restriction (restricted_channel_id);
