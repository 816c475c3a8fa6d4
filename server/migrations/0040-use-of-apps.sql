-- What an application was used for; a scope of '' stands for calls that need none.
create table app_usage (
  client_id text not null references app on delete cascade,
  scope text not null,
  calls bigint not null,
  first_used_at bigint not null,
  last_used_at bigint not null,
  primary key (client_id, scope)
);

create table grant_usage (
  grant_id uuid primary key references user_grant on delete cascade,
  first_used_at bigint not null,
  last_used_at bigint not null
);
