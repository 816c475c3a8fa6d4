-- The webhook endpoint of an application. It is not part of `app` because delivery failures and recoveries update it.
create table webhook_subscription (
  client_id text primary key references app on delete cascade,
  url text not null,
  status text not null default 'ENABLED' check (status in ('ENABLED', 'DISABLED')),
  status_reason jsonb,
  changed_at bigint not null,
  failing_since bigint
);

-- A notification and its place in the delivery queue. `body` is set when the first attempt starts and does not change.
create table webhook_delivery (
  id uuid primary key,
  client_id text not null references app on delete cascade,
  event_type text not null,
  event_data text not null,
  body bytea,
  state text not null default 'WAITING' check (state in ('WAITING', 'DELIVERED', 'EXHAUSTED')),
  attempts smallint not null default 0 check (attempts between 0 and 4),
  created_at bigint not null,
  next_attempt_at bigint,
  ended_at bigint,
  resend_of uuid,
  -- Sent by the owner to test the receiver: attempted once.
  is_test boolean not null default false,
  -- Of the request that caused it.
  trace_id uuid,
  lease uuid,
  lease_expires_at_db timestamptz,
  position bigint generated always as identity,
  -- A column, because an index expression would parse the JSON at every update of the row.
  claim_id text generated always as (event_data::jsonb ->> 'dropsClaimId') stored,
  check ((state = 'WAITING') = (ended_at is null)),
  check ((lease is null) = (lease_expires_at_db is null))
);
create index on webhook_delivery (client_id, next_attempt_at, position) where state = 'WAITING' and lease is null;
create index on webhook_delivery (lease_expires_at_db) where lease is not null;
create index on webhook_delivery (client_id, position);
create index on webhook_delivery (ended_at) where ended_at is not null;
-- Finds missed notifications.
create index on webhook_delivery (client_id, position) where state = 'EXHAUSTED';
create index on webhook_delivery (resend_of) where resend_of is not null;
-- Finds the notifications of a claim.
create index on webhook_delivery (client_id, claim_id);

-- One HTTP request, inserted before it is sent. The primary key guarantees that a retry number is used once.
create table webhook_attempt (
  delivery_id uuid not null references webhook_delivery on delete cascade,
  retry_no smallint not null check (retry_no between 0 and 3),
  began_at bigint not null,
  url text not null,
  request_headers text not null,
  outcome text check (outcome in ('DELIVERED', 'REFUSED', 'FAILED', 'UNKNOWN')),
  failure jsonb,
  ended_at bigint,
  took_ms integer,
  response_status integer,
  response_headers text,
  response_body bytea,
  response_truncated boolean,
  primary key (delivery_id, retry_no)
);
