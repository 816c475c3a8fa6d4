create table app (
  client_id text primary key,
  name text not null,
  redirect_uri text not null,
  owner_channel_id text references channel,
  organization_id text,
  wire_profile text,
  header_prefix text,
  webhook_url text,
  strict_state boolean not null default false,
  created_at bigint not null
);

create table app_secret (
  hash bytea primary key,
  client_id text not null references app on delete cascade,
  sealed bytea not null,
  created_at bigint not null,
  expires_at bigint
);
create index on app_secret (client_id);

create table app_scope (
  client_id text not null references app on delete cascade,
  scope text not null,
  position integer not null,
  primary key (client_id, scope)
);

create table user_grant (
  id uuid primary key,
  client_id text not null references app on delete cascade,
  channel_id text not null references channel,
  created_at bigint not null,
  unique (client_id, channel_id)
);
create index on user_grant (channel_id);

create table user_grant_scope (
  grant_id uuid not null references user_grant on delete cascade,
  scope text not null,
  position integer not null,
  primary key (grant_id, scope)
);

create table authorization_code (
  hash bytea primary key,
  grant_id uuid not null references user_grant on delete cascade,
  redirect_uri text not null,
  state text not null,
  created_at bigint not null,
  expires_at bigint not null,
  used_at bigint
);
create index on authorization_code (grant_id);
create index on authorization_code (expires_at);

create table access_token (
  hash bytea primary key,
  grant_id uuid not null references user_grant on delete cascade,
  created_at bigint not null,
  expires_at bigint not null
);
create index on access_token (grant_id);
create index on access_token (expires_at);

create table refresh_token (
  hash bytea primary key,
  grant_id uuid not null references user_grant on delete cascade,
  created_at bigint not null,
  expires_at bigint not null,
  used_at bigint
);
create index on refresh_token (grant_id);
create index on refresh_token (expires_at);
