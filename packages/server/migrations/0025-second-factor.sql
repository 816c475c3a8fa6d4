-- When the person last proved a second factor in this session, in monotonic time. Null without: the password alone.
alter table web_session add column second_factor_at bigint;

-- The authenticator app of a person (RFC 6238). `confirmed_at` is null until the person has entered a code of it.
create table authenticator (
  channel_id text primary key references account on delete cascade,
  sealed bytea not null,
  created_at bigint not null,
  confirmed_at bigint,
  -- The time step of the last code that was accepted: a code of it, or of an earlier one, is refused.
  last_step bigint not null
);

-- The recovery codes of a person that were not used. Only a keyed hash of each is stored.
create table recovery_code (
  channel_id text not null references authenticator on delete cascade,
  code_hash bytea not null,
  primary key (channel_id, code_hash)
);

create table passkey (
  id uuid primary key,
  channel_id text not null references account on delete cascade,
  credential_id bytea not null unique,
  public_key bytea not null,
  sign_count bigint not null,
  name text not null,
  created_at bigint not null,
  -- In platform time.
  last_used_at bigint
);
create index on passkey (channel_id);

-- The challenges for passkeys that were used. `expires_at` is in monotonic time: an expired one is refused anyway.
create table used_challenge (
  challenge_hash bytea primary key,
  expires_at bigint not null
);
create index on used_challenge (expires_at);
