-- A test receiver for webhooks: how it responds, and the number of requests received.
create table sink (
  name text primary key,
  status integer not null default 200,
  delay_ms integer not null default 0,
  fail_first integer not null default 0,
  fail_status integer not null default 500,
  received bigint not null default 0,
  last_used_at_db timestamptz not null default now()
);
create table sink_request (
  sink text not null references sink on delete cascade,
  number bigint not null,
  received_at bigint not null,
  headers text not null,
  body bytea not null,
  response_status integer not null,
  primary key (sink, number)
);

-- The fault plan of a sandbox with several processes, with what its rules have counted, in their order.
create table fault_plan (
  id uuid primary key,
  is_current boolean not null default true unique check (is_current),
  preset text,
  seed bigint not null,
  rules jsonb not null,
  counts jsonb not null
);
-- Tokens and notifications that a rule has decided about, as SHA-256.
create table fault_subject (
  plan_id uuid not null references fault_plan on delete cascade,
  rule_index integer not null,
  subject bytea not null,
  primary key (plan_id, subject, rule_index)
);
