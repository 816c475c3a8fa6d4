create table channel (
  id text primary key,
  name text not null,
  image_url text,
  verified_mark boolean not null,
  chat_channel_id text not null unique,
  created_at bigint not null
);

create table account (
  channel_id text primary key references channel,
  email text not null unique,
  password_hash text not null,
  identity_verified_at bigint,
  organization_id text,
  created_at bigint not null
);

create table web_session (
  token_hash bytea primary key,
  channel_id text not null references account on delete cascade,
  created_at bigint not null,
  expires_at bigint not null
);
create index on web_session (channel_id);
create index on web_session (expires_at);

create table channel_manager (
  channel_id text not null references channel,
  manager_channel_id text not null references channel,
  user_role text not null,
  created_at bigint not null,
  primary key (channel_id, manager_channel_id)
);

create table channel_follower (
  channel_id text not null references channel,
  follower_channel_id text not null references channel,
  created_at bigint not null,
  primary key (channel_id, follower_channel_id)
);

create table channel_subscriber (
  channel_id text not null references channel,
  subscriber_channel_id text not null references channel,
  tier_no integer not null,
  month integer not null,
  created_at bigint not null,
  primary key (channel_id, subscriber_channel_id)
);
