create table channel_manager (
  channel_id text not null references channel,
  manager_channel_id text not null references channel,
  user_role text not null,
  created_at bigint not null,
  primary key (channel_id, manager_channel_id)
);
create index on channel_manager (manager_channel_id);

-- `position` numbers the rows of a channel in order of arrival. Pages are found by counting ranges of positions
-- (audience_tally) instead of skipping rows.
create table channel_follower (
  channel_id text not null references channel,
  follower_channel_id text not null references channel,
  created_at bigint not null,
  position bigint not null,
  primary key (channel_id, follower_channel_id)
);
create unique index on channel_follower (channel_id, position);
-- New followers by day and month.
create index on channel_follower (channel_id, created_at);
create index on channel_follower (follower_channel_id);

create table channel_subscriber (
  channel_id text not null references channel,
  subscriber_channel_id text not null references channel,
  tier_no integer not null,
  month integer not null,
  created_at bigint not null,
  position bigint not null,
  primary key (channel_id, subscriber_channel_id)
);
create unique index on channel_subscriber (channel_id, position);
-- Sort order LONGER: most months first, then the older subscription.
create index on channel_subscriber (channel_id, month, (-position));
create index on channel_subscriber (subscriber_channel_id);

-- Sets new.position to the next number within the channel in the trigger's table. Locks the channel row until the
-- transaction ends, so positions have no gaps and become visible in ascending order.
create function assign_position() returns trigger language plpgsql as $$
begin
  perform from channel where id = new.channel_id for no key update;
  execute format('select coalesce(max(position), 0) + 1 from %s where channel_id = $1', tg_relid::regclass)
    into new.position using new.channel_id;
  return new;
end $$;

create trigger assign_position before insert on channel_follower
  for each row when (new.position is null) execute function assign_position();
create trigger assign_position before insert on channel_subscriber
  for each row when (new.position is null) execute function assign_position();
-- A renewed subscription moves to the end of the list.
create trigger reassign_position before update on channel_subscriber
  for each row when (new.created_at <> old.created_at) execute function assign_position();

-- Number of list members with a position from bucket << span up to, but excluding, (bucket + 1) << span.
-- Maintained by the statement triggers below.
create table audience_tally (
  channel_id text not null references channel on delete cascade,
  list text not null check (list in ('followers', 'subscribers')),
  -- 0 counts the whole list; any other number counts subscribers with that many months.
  month integer not null,
  -- Two sizes of ranges to search, and 63 for the total.
  span integer not null check (span in (9, 18, 63)),
  bucket bigint not null,
  members integer not null check (members >= 0),
  primary key (channel_id, list, month, span, bucket)
);

create function tally_followers_added() returns trigger language plpgsql as $$
begin
  insert into audience_tally (channel_id, list, month, span, bucket, members)
    select channel_id, 'followers', 0, span, position >> span, count(*)
    from added, unnest(array[9, 18, 63]) span
    group by 1, 4, 5 order by 1, 4, 5
  on conflict (channel_id, list, month, span, bucket)
    do update set members = audience_tally.members + excluded.members;
  return null;
end $$;
create trigger tally_followers_added after insert on channel_follower
  referencing new table as added for each statement execute function tally_followers_added();

create function tally_followers_removed() returns trigger language plpgsql as $$
begin
  update audience_tally tally set members = tally.members - gone.members
    from (select channel_id, span, position >> span as bucket, count(*) as members
          from removed, unnest(array[9, 18, 63]) span group by 1, 2, 3) gone
    where tally.list = 'followers' and tally.month = 0
      and (tally.channel_id, tally.span, tally.bucket) = (gone.channel_id, gone.span, gone.bucket);
  return null;
end $$;
create trigger tally_followers_removed after delete on channel_follower
  referencing old table as removed for each statement execute function tally_followers_removed();

create function tally_subscribers_added() returns trigger language plpgsql as $$
begin
  insert into audience_tally (channel_id, list, month, span, bucket, members)
    select channel_id, 'subscribers', counted, span, position >> span, count(*)
    from added, unnest(array[0, month]) counted, unnest(array[9, 18, 63]) span
    group by 1, 3, 4, 5 order by 1, 3, 4, 5
  on conflict (channel_id, list, month, span, bucket)
    do update set members = audience_tally.members + excluded.members;
  return null;
end $$;
create trigger tally_subscribers_added after insert on channel_subscriber
  referencing new table as added for each statement execute function tally_subscribers_added();
-- Triggers of one event run in alphabetical order: an update adds the new row before it removes the old one, so
-- `members` never drops below zero.
create trigger tally_subscribers_added_by_update after update on channel_subscriber
  referencing new table as added for each statement execute function tally_subscribers_added();

create function tally_subscribers_removed() returns trigger language plpgsql as $$
begin
  update audience_tally tally set members = tally.members - gone.members
    from (select channel_id, counted, span, position >> span as bucket, count(*) as members
          from removed, unnest(array[0, month]) counted, unnest(array[9, 18, 63]) span group by 1, 2, 3, 4) gone
    where tally.list = 'subscribers'
      and (tally.channel_id, tally.month, tally.span, tally.bucket) = (gone.channel_id, gone.counted, gone.span, gone.bucket);
  return null;
end $$;
create trigger tally_subscribers_removed after delete on channel_subscriber
  referencing old table as removed for each statement execute function tally_subscribers_removed();
create trigger tally_subscribers_removed_by_update after update on channel_subscriber
  referencing old table as removed for each statement execute function tally_subscribers_removed();

-- The totals that other features read. A channel that never had a follower or subscriber has no row.
create view follower_count as
  select channel_id, members as followers from audience_tally
  where list = 'followers' and month = 0 and span = 63 and bucket = 0;
create view subscriber_count as
  select channel_id, members as subscribers from audience_tally
  where list = 'subscribers' and month = 0 and span = 63 and bucket = 0;
