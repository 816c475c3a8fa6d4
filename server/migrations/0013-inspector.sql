-- Records of requests, events and deliveries for the inspector. Unlogged: empty after a database crash.
create unlogged table inspector_record (
  position bigint generated always as identity primary key,
  kind text not null,
  name text not null,
  trace_id text,
  at bigint not null,
  client_id text,
  channel_id text,
  session_key text,
  event_id text,
  delivery_id uuid,
  status integer,
  took_ms integer,
  -- Of a session that its client left without ever subscribing.
  wire_profile text,
  -- JSON as text: request bodies may contain text that jsonb rejects. Searched as text.
  detail text not null,
  -- Calls without valid credentials are limited separately.
  is_anonymous boolean not null default false,
  written_at_db timestamptz not null default clock_timestamp()
);
create index inspector_record_client on inspector_record (client_id, position);
create index inspector_record_trace on inspector_record (trace_id) where trace_id is not null;
create index inspector_record_session on inspector_record (session_key, position) where session_key is not null;
create index inspector_record_event on inspector_record (event_id) where event_id is not null;
create index inspector_record_channel on inspector_record (channel_id, position) where channel_id is not null;
create index inspector_record_gap on inspector_record (position) where kind = 'gap';
create index inspector_record_anonymous on inspector_record (position) where is_anonymous;
create index inspector_record_written on inspector_record (written_at_db);
