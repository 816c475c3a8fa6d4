create table user_grant (
  id uuid primary key,
  client_id text not null references app on delete cascade,
  channel_id text not null references channel,
  created_at bigint not null,
  -- Null while the grant has the scopes that it was created with.
  scopes_changed_at bigint,
  unique (client_id, channel_id)
);
create index on user_grant (channel_id);

create table user_grant_scope (
  grant_id uuid not null references user_grant on delete cascade,
  scope text not null,
  position integer not null,
  primary key (grant_id, scope)
);

create table grant_usage (
  grant_id uuid primary key references user_grant on delete cascade,
  first_used_at bigint not null,
  last_used_at bigint not null
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
