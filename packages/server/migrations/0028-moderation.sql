-- Why an account is suspended, and until when: null, until somebody ends it. Times are platform time.
create table suspension (
  channel_id text primary key references channel on delete cascade,
  reason text,
  created_at bigint not null,
  ends_at bigint
);
create index on suspension (ends_at) where ends_at is not null;

-- The networks from which nobody signs up, signs in, writes or joins a chat.
create table blocked_network (
  network cidr primary key,
  reason text not null,
  created_at bigint not null,
  ends_at bigint
);

-- The accounts of a network.
create index on audit_log (network, channel_id) where action in ('account.created', 'account.signed_in');
