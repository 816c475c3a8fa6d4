-- Someone who was sent to the identity provider, by the web session in which they were: one check at a time.
create table identity_check (
  session_hash bytea primary key references web_session on delete cascade,
  state_hash bytea not null,
  expires_at bigint not null
);
create index on identity_check (expires_at);

-- One real person verifies one account. Of the person there is a keyed hash of issuer and subject, and nothing else.
create table verified_identity (
  identity_hash bytea primary key,
  channel_id text not null unique references account on delete cascade,
  verified_at bigint not null
);
