-- A company approved by an operator. Its representative may register applications with the drops scope.
create table organization (
  id text primary key,
  name text not null,
  channel_id text references channel on delete set null,
  approved_at bigint not null
);

create table app (
  client_id text primary key,
  name text not null,
  redirect_uri text not null,
  owner_channel_id text references channel,
  organization_id text,
  wire_profile text check (wire_profile in ('documented', 'observed')),
  header_prefix text,
  strict_state boolean not null default false,
  created_at bigint not null,
  warned_at bigint,
  deleted_at bigint,
  restored_at bigint,
  -- Null while the application has the scopes that it was registered with.
  scopes_changed_at bigint
);
-- The orders of the list of a person's applications.
create index on app (owner_channel_id, created_at desc, client_id);
create index on app (owner_channel_id, lower(name), client_id);
-- The order of the list of a sandbox.
create index on app (created_at desc, client_id);
create index on app (deleted_at) where deleted_at is not null;

-- Applications that are neither deleted nor owned by a suspended or deleted account.
create view active_app as
  select app.* from app
  where deleted_at is null
    and not exists (select from channel where channel.id = app.owner_channel_id and channel.ended_at is not null);

create table app_secret (
  hash bytea primary key,
  client_id text not null references app on delete cascade,
  sealed bytea not null,
  created_at bigint not null,
  expires_at bigint
);
create index on app_secret (client_id);

create table app_scope (
  client_id text not null references app on delete cascade,
  scope text not null,
  position integer not null,
  primary key (client_id, scope)
);

-- Calls per application and scope. The scope '' counts calls that require no scope.
create table app_usage (
  client_id text not null references app on delete cascade,
  scope text not null,
  calls bigint not null,
  first_used_at bigint not null,
  last_used_at bigint not null,
  primary key (client_id, scope)
);

create table idle_sweep (
  singleton boolean primary key default true check (singleton),
  last_run_at bigint
);
insert into idle_sweep default values;

-- Periods that do not count as idle time: no sweep ran, or the clock was moved past them.
create table unobserved_time (
  began_at bigint primary key,
  ended_at bigint not null
);
create index on unobserved_time (ended_at);

-- Traffic of applications by minute and by hour: their calls, and notifications to their webhooks.
create table app_traffic (
  client_id text not null references app on delete cascade,
  kind text not null check (kind in ('call', 'delivery')),
  step_sec integer not null check (step_sec in (60, 3600)),
  at bigint not null,
  operation text not null,
  -- 0 if there was no response.
  status integer not null,
  code text not null,
  count bigint not null,
  last_at bigint not null,
  -- Counts by bucket.
  latency integer[] not null,
  primary key (client_id, kind, step_sec, at, operation, status, code)
);
create index on app_traffic (step_sec, at);
