-- What was revoked before it expired, so that a later use can be explained. Deleted after it would have expired.
create table revoked_credential (
  hash bytea primary key,
  client_id text not null references app on delete cascade,
  cause text not null,
  revoked_at bigint not null,
  expires_at bigint not null
);
create index on revoked_credential (client_id);
create index on revoked_credential (expires_at);
