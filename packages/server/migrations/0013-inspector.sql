-- Records of requests, events and deliveries for the inspector. Workers create a partition for each day of database time
-- and delete it after ONAIR_RECORD_DAYS.
create sequence inspector_record_position_seq;
create table inspector_record (
  -- A record with receivers takes as many positions as it has receivers.
  position bigint not null default nextval('inspector_record_position_seq'),
  kind text not null,
  name text not null,
  trace_id text,
  at bigint not null,
  client_id text,
  channel_id text,
  session_key text,
  receivers_id uuid,
  last_position bigint,
  event_id text,
  delivery_id uuid,
  status integer,
  took_ms integer,
  -- In records 'SYSTEM connected', and 'closed' of sessions whose client disconnected and never subscribed: the
  -- profile may be wrong.
  wire_profile text,
  -- The fault that a fault plan injected into it.
  fault text,
  -- JSON as text: request bodies may contain text that jsonb rejects. Searched as text.
  detail text not null,
  -- Calls without valid credentials are limited separately.
  is_anonymous boolean not null default false,
  written_at_db timestamptz not null default clock_timestamp(),
  primary key (position, written_at_db)
) partition by range (written_at_db);
alter sequence inspector_record_position_seq owned by inspector_record.position;
-- Rows of days without a partition. Unlogged, as the other partitions: empty after a database crash.
create unlogged table inspector_record_default partition of inspector_record default;
create index inspector_record_client on inspector_record (client_id, position);
create index inspector_record_trace on inspector_record (trace_id) where trace_id is not null;
create index inspector_record_session on inspector_record (session_key, position) where session_key is not null;
create index inspector_record_receivers on inspector_record (receivers_id) where receivers_id is not null;
create index inspector_record_delivery_fault on inspector_record (delivery_id)
  where delivery_id is not null and fault is not null;
create index inspector_record_event on inspector_record (event_id) where event_id is not null;
create index inspector_record_channel on inspector_record (channel_id, position) where channel_id is not null;
create index inspector_record_gap on inspector_record (position) where kind = 'gap';
create index inspector_record_anonymous on inspector_record (position) where is_anonymous;

-- Sessions to which the same events were sent. A record refers to the list instead of being repeated for each session.
create unlogged table inspector_receivers (
  id uuid primary key,
  session_keys uuid[] not null,
  used_at_db timestamptz not null
);
alter table inspector_receivers alter column session_keys set storage external;
create index on inspector_receivers (used_at_db);
