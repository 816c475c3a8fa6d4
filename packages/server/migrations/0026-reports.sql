-- What people reported about one message, channel or application, until it is decided. Later reports about the same
-- subject begin another case. It refers to no channel: the snapshot outlives the person whom it shows.
create table report_case (
  id uuid primary key,
  position bigint generated always as identity unique,
  kind text not null check (kind in ('MESSAGE', 'CHANNEL', 'APP')),
  -- The id of the message, the channel or the application.
  subject_id text not null,
  -- The channel of the chat; the channel; null for an application.
  channel_id text,
  -- The sender; the streamer; the owner of the application, if it is a person.
  person_id text,
  snapshot jsonb not null,
  reported_at bigint not null,
  written_at_db timestamptz not null default clock_timestamp(),
  assignee_channel_id text references account on delete set null,
  decision text check (decision in ('ACTION_TAKEN', 'NO_VIOLATION')),
  note text,
  answer text,
  decided_by text references account on delete set null,
  decided_at bigint,
  check ((decision is null) = (decided_at is null))
);
create unique index on report_case (kind, subject_id) where decided_at is null;
create index on report_case (position) where decided_at is null;
create index on report_case (written_at_db);
create index on report_case (assignee_channel_id) where assignee_channel_id is not null;
create index on report_case (decided_by) where decided_by is not null;

-- A person reports a subject once while its case is open.
create table report (
  case_id uuid not null references report_case on delete cascade,
  reporter_channel_id text not null references account on delete cascade,
  reason text not null,
  text text not null,
  created_at bigint not null,
  primary key (case_id, reporter_channel_id)
);
create index on report (reporter_channel_id, created_at desc);
