-- While a hold is placed on a person, with the channel of the person, all that is deleted or replaced of what a case file has is
-- copied to held_row first. The original is gone, as always. No foreign keys: a hold outlives the account.
create table legal_hold (
  channel_id text not null,
  case_number text not null,
  reason text not null,
  created_at bigint not null,
  -- Null: until it is lifted.
  ends_at bigint,
  primary key (channel_id, case_number)
);
create index on legal_hold (ends_at) where ends_at is not null;

-- The copies, for each person with a hold whom a row names. A sweep deletes those of people without a hold.
create table held_row (
  id bigint primary key generated always as identity,
  channel_id text not null,
  -- The table of the row.
  kind text not null,
  content jsonb not null,
  deleted_at_db timestamptz not null default clock_timestamp()
);
create index on held_row (channel_id, kind, id);
-- Their files stay.
create index on held_row ((content ->> 'id')) where kind in ('recording', 'clip');

-- A transaction that deletes takes this lock, and one that places a hold takes it alone: it waits for deletions that have not
-- seen it, and later ones see it.
create function lock_against_holds() returns void language sql as $$
  select pg_advisory_xact_lock_shared(hashtext('onair.holds'))
$$;

-- Copies the deleted rows of a statement. The arguments are the columns that name people.
create function keep_held_rows() returns trigger language plpgsql as $$
begin
  perform lock_against_holds();
  if exists (select from legal_hold) then
    execute format(
      'insert into held_row (channel_id, kind, content)
        select person, %L, to_jsonb(deleted) - %L::text[] from deleted
        join (select distinct channel_id as person from legal_hold) as held on person = any(array[%s])',
      tg_table_name, '{password_hash,picture}', array_to_string(tg_argv, ','));
  end if;
  return null;
end $$;

-- Copies the old values of a row.
create function keep_held_row() returns trigger language plpgsql as $$
begin
  perform lock_against_holds();
  insert into held_row (channel_id, kind, content)
    select distinct channel_id, tg_table_name, to_jsonb(old) - 'password_hash' || case tg_table_name
      when 'report_case' then jsonb_build_object('reports',
        (select jsonb_agg(to_jsonb(report) order by created_at) from report where case_id = (to_jsonb(old) ->> 'id')::uuid))
      else '{}' end
    from legal_hold where channel_id in (select to_jsonb(old) ->> person from unnest(tg_argv) as person);
  return case tg_op when 'DELETE' then old else new end;
end $$;

create trigger keep_held after delete on account
  referencing old table as deleted for each statement execute function keep_held_rows('channel_id');
create trigger keep_held after delete on chat_message
  referencing old table as deleted for each statement execute function keep_held_rows('channel_id', 'sender_channel_id');
create trigger keep_held after delete on donation
  referencing old table as deleted for each statement execute function keep_held_rows('channel_id', 'donator_channel_id');
create trigger keep_held after delete on subscription_event
  referencing old table as deleted for each statement execute function keep_held_rows('channel_id', 'subscriber_channel_id');
create trigger keep_held after delete on channel_restriction
  referencing old table as deleted for each statement execute function keep_held_rows('channel_id', 'restricted_channel_id');
create trigger keep_held after delete on temporary_restriction
  referencing old table as deleted for each statement execute function keep_held_rows('channel_id', 'restricted_channel_id');
create trigger keep_held after delete on live
  referencing old table as deleted for each statement execute function keep_held_rows('channel_id');
create trigger keep_held after delete on recording
  referencing old table as deleted for each statement execute function keep_held_rows('channel_id');
create trigger keep_held after delete on clip
  referencing old table as deleted for each statement execute function keep_held_rows('channel_id', 'created_by');
create trigger keep_held after delete on report
  referencing old table as deleted for each statement execute function keep_held_rows('reporter_channel_id');
create trigger keep_held after delete on audit_log
  referencing old table as deleted for each statement execute function keep_held_rows('channel_id', 'actor_id');

-- With the reports, which are deleted after the case.
create trigger keep_held before delete on report_case
  for each row execute function keep_held_row('channel_id', 'person_id');
-- The earlier names of a channel, also that which the deletion of the account replaces.
create trigger keep_held before update of name on channel
  for each row when (old.name <> new.name) execute function keep_held_row('id');
-- The earlier addresses of an account.
create trigger keep_held_update before update of email on account
  for each row when (old.email <> new.email) execute function keep_held_row('channel_id');
-- What a channel said about itself, and its handles. The deletion of the channel deletes them.
create trigger keep_held before delete on channel_profile
  for each row execute function keep_held_row('channel_id');
create trigger keep_held_update before update on channel_profile
  for each row when (old is distinct from new) execute function keep_held_row('channel_id');
create trigger keep_held before delete on channel_handle
  for each row execute function keep_held_row('channel_id');
create trigger keep_held_update before update on channel_handle
  for each row when (old is distinct from new) execute function keep_held_row('channel_id');
-- The deletion of an account removes the person from payments to others.
create trigger keep_held_update before update of donator_channel_id on donation
  for each row when (new.donator_channel_id is null) execute function keep_held_row('channel_id', 'donator_channel_id');
create trigger keep_held_update before update of subscriber_channel_id on subscription_event
  for each row when (new.subscriber_channel_id is null)
  execute function keep_held_row('channel_id', 'subscriber_channel_id');
