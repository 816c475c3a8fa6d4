-- Who did what, for operators. No foreign keys: entries outlive what they name, until ONAIR_AUDIT_LOG_DAYS have passed.
create table audit_log (
  position bigint generated always as identity primary key,
  action text not null,
  at bigint not null,
  -- Equal entries of a minute are one.
  count integer not null default 1,
  last_at bigint not null,
  actor_kind text not null check (actor_kind in ('person', 'app', 'operator', 'anonymous', 'system')),
  -- The channel id, the client id, or the operator's name on this machine.
  actor_id text,
  -- The account or channel concerned.
  channel_id text,
  client_id text,
  -- An IPv4 address, or the /64 network of an IPv6 address.
  network text,
  trace_id text,
  detail jsonb not null default '{}',
  written_at_db timestamptz not null default clock_timestamp()
);
create unique index audit_log_equal on audit_log (
  (at / 60000), action, actor_kind, actor_id, channel_id, client_id, network, md5(detail::text)) nulls not distinct;
create index on audit_log (at) where action = 'account.sign_in_failed';
create index on audit_log (channel_id, position);
create index on audit_log (client_id, position) where client_id is not null;
create index on audit_log (actor_id, position) where actor_id is not null;
create index on audit_log (action, position);
create index on audit_log (written_at_db);
