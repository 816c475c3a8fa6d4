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
