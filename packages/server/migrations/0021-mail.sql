-- The language of mails to the person: that of the pages at sign-up. Null until the person uses the pages.
alter table account
  add column language text,
  add column email_verified_at bigint;

-- A mail to a person. `sealed` holds its address and content, which may contain a link that is a secret. A site deletes a
-- mail once it was sent, and the content once it was rejected. A sandbox keeps both.
create table mail (
  id uuid primary key,
  channel_id text not null references account on delete cascade,
  kind text not null,
  language text not null,
  sealed bytea,
  state text not null default 'WAITING' check (state in ('WAITING', 'SENT', 'REJECTED', 'BOUNCED')),
  attempts smallint not null default 0,
  created_at bigint not null,
  next_attempt_at bigint not null,
  -- No attempt begins after a failed one once this time has come.
  expires_at bigint not null,
  ended_at bigint,
  failure text,
  lease uuid,
  lease_expires_at_db timestamptz,
  check ((state = 'WAITING') = (ended_at is null)),
  check ((lease is null) = (lease_expires_at_db is null))
);
create index on mail (next_attempt_at, id) where state = 'WAITING';
create index on mail (ended_at) where ended_at is not null;
create index on mail (channel_id, created_at desc, id);
create index on mail (created_at desc, id);

-- How many mails of a kind a person was sent since a time: each kind has a limit for a day.
create table mail_allowance (
  channel_id text not null references account on delete cascade,
  kind text not null,
  began_at bigint not null,
  mails integer not null,
  primary key (channel_id, kind)
);

-- A link in a mail that was not used yet, for the address that the mail went to. `expires_at` is in monotonic time.
create table account_token (
  token_hash bytea primary key,
  purpose text not null check (purpose in ('VERIFY_EMAIL', 'RESET_PASSWORD')),
  channel_id text not null references account on delete cascade,
  email text not null,
  expires_at bigint not null
);
create index on account_token (channel_id);
create index on account_token (expires_at);

-- A request for a new password, before a worker looks for the account: an address without one costs the same.
create table password_reset_request (
  id uuid primary key,
  sealed_email bytea not null,
  language text not null,
  network text not null,
  created_at bigint not null
);
create index on password_reset_request (created_at, id);

-- The failing_since about which the owner was sent a mail.
alter table webhook_endpoint add column mailed_failing_since bigint;
