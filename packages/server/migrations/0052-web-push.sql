-- The key pair of the site at the push services of browsers (RFC 8292), and its private half sealed.
create table push_key (
  singleton boolean primary key default true check (singleton),
  public_key text not null,
  sealed bytea not null
);

-- A browser that gets notices, while its session lasts. The address at its push service is sealed with the keys of the browser,
-- because who knows them can send there.
create table push_subscription (
  session_hash bytea primary key references web_session on delete cascade,
  id uuid not null unique,
  endpoint_hash bytea not null unique,
  -- Of the address: the push service.
  origin text not null,
  sealed bytea not null,
  created_at bigint not null
);

-- Notices that wait to be sent.
create table push_notice (
  subscription_id uuid not null references push_subscription (id) on delete cascade,
  live_id integer not null references live on delete cascade,
  attempts smallint not null default 0,
  next_attempt_at bigint not null,
  lease_expires_at_db timestamptz,
  primary key (subscription_id, live_id)
);
create index on push_notice (next_attempt_at);
create index on push_notice (live_id);
