-- The webhook endpoints of an application: the registered webhook, whose id is the client id, and further endpoints with
-- filters and secrets of their own. They are not part of `app` because delivery failures and recoveries update them.
create table webhook_endpoint (
  id text primary key,
  client_id text not null references app on delete cascade,
  name text,
  url text not null,
  status text not null default 'ENABLED' check (status in ('ENABLED', 'DISABLED')),
  status_reason jsonb,
  created_at bigint not null,
  changed_at bigint not null,
  failing_since bigint,
  -- Claims of these channels and campaigns are sent; empty: of all.
  channel_ids text[] not null default '{}',
  campaign_ids text[] not null default '{}',
  check ((id = client_id) = (name is null)),
  check (id <> client_id or (channel_ids = '{}' and campaign_ids = '{}'))
);
create index on webhook_endpoint (client_id, created_at, id);

-- The secrets of a further endpoint, at most two valid ones. Client secrets sign what is sent to the registered webhook.
create table webhook_secret (
  position bigint generated always as identity primary key,
  endpoint_id text not null references webhook_endpoint on delete cascade,
  sealed bytea not null,
  expires_at bigint
);
create index on webhook_secret (endpoint_id);

-- A notification and its place in the delivery queue. `body` is set when the first attempt starts and does not change.
-- The table is partitioned by the time at which a delivery ended. The queue, which has none, is the default partition: the
-- update that ends a delivery moves it and its attempts to the partitions of that day, which workers delete after
-- ONAIR_DELIVERY_DAYS. Statements about the queue say `ended_at is null` and read no other partition.
create sequence webhook_delivery_position_seq;
create table webhook_delivery (
  id uuid not null,
  client_id text not null references app on delete cascade,
  -- No foreign key: deliveries wait for a registered webhook that was deleted, and workers end those of a deleted endpoint.
  endpoint_id text not null,
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
  position bigint not null default nextval('webhook_delivery_position_seq'),
  -- A column, because an index expression would parse the JSON at every update of the row.
  claim_id text generated always as (event_data::jsonb ->> 'dropsClaimId') stored,
  check ((state = 'WAITING') = (ended_at is null)),
  check ((lease is null) = (lease_expires_at_db is null)),
  unique nulls not distinct (id, ended_at)
) partition by range (ended_at);
alter sequence webhook_delivery_position_seq owned by webhook_delivery.position;
create table webhook_delivery_default partition of webhook_delivery default;
-- For ended deliveries of days without a partition.
create index on webhook_delivery_default (ended_at) where ended_at is not null;
create index on webhook_delivery (endpoint_id, next_attempt_at, position) where state = 'WAITING' and lease is null;
create index on webhook_delivery (lease_expires_at_db) where lease is not null;
create index on webhook_delivery (client_id, position);
create index on webhook_delivery (endpoint_id, position) where endpoint_id <> client_id;
-- Finds missed notifications.
create index on webhook_delivery (client_id, position) where state = 'EXHAUSTED';
create index on webhook_delivery (resend_of) where resend_of is not null;
-- Finds the notifications of a claim.
create index on webhook_delivery (client_id, claim_id);

-- One HTTP request, inserted before it is sent. The unique key guarantees that a retry number is used once. No foreign key,
-- because it would prevent the deletion of a partition.
create table webhook_attempt (
  delivery_id uuid not null,
  -- When the delivery ended: the partition of its attempts.
  delivery_ended_at bigint,
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
  unique nulls not distinct (delivery_id, retry_no, delivery_ended_at)
) partition by range (delivery_ended_at);
create table webhook_attempt_default partition of webhook_attempt default;
create index on webhook_attempt_default (delivery_ended_at) where delivery_ended_at is not null;
