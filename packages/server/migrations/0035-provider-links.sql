-- The links of accounts to providers with which their people sign in. Of a person only a keyed hash of issuer and subject
-- is stored: an identity belongs to one account, and an account has one of each issuer.
create table provider_link (
  identity_hash bytea primary key,
  channel_id text not null references account on delete cascade,
  issuer text not null,
  created_at bigint not null,
  -- In platform time.
  last_used_at bigint,
  unique (channel_id, issuer)
);
