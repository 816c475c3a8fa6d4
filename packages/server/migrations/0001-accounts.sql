create table channel (
  id text primary key,
  name text not null,
  image_url text,
  verified_mark boolean not null,
  chat_channel_id text not null unique,
  created_at bigint not null,
  -- Set while the account is suspended, and once it is deleted: the channel then answers as if it did not exist.
  ended_at bigint
);
create index channel_ended on channel (id) where ended_at is not null;
-- Channels are looked up by exact name. A hash index stays small when names are long.
create index on channel using hash (name);

-- Login credentials. Every account owns the channel with the same id.
create table account (
  channel_id text primary key references channel,
  email text not null unique,
  password_hash text not null,
  identity_verified_at bigint,
  organization_id text,
  created_at bigint not null
);

-- The list of people, latest first.
create index on account (created_at desc, channel_id);

-- The characters of a name and its pairs of adjacent characters, in lower case.
create function name_parts(name text) returns text[] language sql immutable strict parallel safe
return array(
  select distinct substr(lower(name), at, size)
  from generate_series(1, length(lower(name))) as at cross join generate_series(1, 2) as size);
-- Names that contain a text have its parts. Not pg_trgm: it finds no Korean names in databases with locale C, and no two
-- characters in any.
create index channel_name_parts on channel using gin (name_parts(name));

create table web_session (
  token_hash bytea primary key,
  -- Identifies the session in the account pages; token_hash is never shown.
  id uuid not null unique,
  channel_id text not null references account on delete cascade,
  created_at bigint not null,
  -- In platform time, exact to a minute.
  last_used_at bigint not null,
  -- When the password was last entered, in monotonic time.
  password_verified_at bigint not null,
  -- In monotonic time: after 14 idle days, at the latest at latest_expiry_at.
  expires_at bigint not null,
  latest_expiry_at bigint not null,
  user_agent text,
  network text
);
create index on web_session (channel_id);
create index on web_session (expires_at);

-- A pending redirect to the identity provider: at most one per web session.
create table identity_check (
  session_hash bytea primary key references web_session on delete cascade,
  state_hash bytea not null,
  expires_at bigint not null
);
create index on identity_check (expires_at);

-- One person verifies one account. Only a keyed hash of issuer and subject is stored.
create table verified_identity (
  identity_hash bytea primary key,
  channel_id text not null unique references account on delete cascade,
  verified_at bigint not null
);
