-- The people who run the site: operators, and moderators, who act on people and content only.
create table site_role (
  channel_id text primary key references account on delete cascade,
  role text not null check (role in ('OPERATOR', 'MODERATOR')),
  granted_at bigint not null
);

-- A one-time link by which a person takes a role. `expires_at` is in monotonic time.
create table site_role_link (
  token_hash bytea primary key,
  role text not null check (role in ('OPERATOR', 'MODERATOR')),
  expires_at bigint not null
);

-- The settings of the site that its operators have changed.
create table site_setting (
  name text primary key,
  value jsonb not null
);
