-- Followers and subscribers are numbered in the order they came, and counted by ranges of those numbers, so that the
-- nth of a long list is found without walking there. docs/decisions/0010-counted-ranges.md

alter table channel_follower add column position bigint;
update channel_follower f set position = numbered.position
  from (select channel_id, follower_channel_id,
               row_number() over (partition by channel_id order by created_at, follower_channel_id) as position
          from channel_follower) numbered
  where (f.channel_id, f.follower_channel_id) = (numbered.channel_id, numbered.follower_channel_id);
alter table channel_follower alter column position set not null;
create unique index on channel_follower (channel_id, position);
create index on channel_follower (follower_channel_id);

alter table channel_subscriber add column position bigint;
update channel_subscriber s set position = numbered.position
  from (select channel_id, subscriber_channel_id,
               row_number() over (partition by channel_id order by created_at, subscriber_channel_id) as position
          from channel_subscriber) numbered
  where (s.channel_id, s.subscriber_channel_id) = (numbered.channel_id, numbered.subscriber_channel_id);
alter table channel_subscriber alter column position set not null;
create unique index on channel_subscriber (channel_id, position);
-- Most months first, and among equals the older subscription.
create index on channel_subscriber (channel_id, month, (-position));
create index on channel_subscriber (subscriber_channel_id);

create index on channel_manager (manager_channel_id);

-- How many members of a list have a number from bucket << span up to, not including, (bucket + 1) << span.
create table audience_tally (
  channel_id text not null references channel on delete cascade,
  list text not null check (list in ('followers', 'subscribers')),
  -- 0 counts all of the list, another number the subscribers of so many months.
  month integer not null,
  span integer not null check (span in (9, 18, 63)),
  bucket bigint not null,
  members integer not null check (members >= 0),
  primary key (channel_id, list, month, span, bucket)
);

insert into audience_tally (channel_id, list, month, span, bucket, members)
  select channel_id, 'followers', 0, span, position >> span, count(*)
  from channel_follower, unnest(array[9, 18, 63]) span
  group by 1, 4, 5;
insert into audience_tally (channel_id, list, month, span, bucket, members)
  select channel_id, 'subscribers', counted, span, position >> span, count(*)
  from channel_subscriber, unnest(array[0, month]) counted, unnest(array[9, 18, 63]) span
  group by 1, 3, 4, 5;

-- Whoever joins gets the next number, one at a time in each channel.
create function number_follower() returns trigger language plpgsql as $$
begin
  if new.position is null then
    perform from channel where id = new.channel_id for no key update;
    new.position := (select coalesce(max(position), 0) + 1 from channel_follower where channel_id = new.channel_id);
  end if;
  return new;
end $$;
create trigger number_follower before insert on channel_follower for each row execute function number_follower();

create function number_subscriber() returns trigger language plpgsql as $$
begin
  if new.position is null then
    perform from channel where id = new.channel_id for no key update;
    new.position := (select coalesce(max(position), 0) + 1 from channel_subscriber where channel_id = new.channel_id);
  end if;
  return new;
end $$;
create trigger number_subscriber before insert on channel_subscriber for each row execute function number_subscriber();

-- A subscription that begins anew is the newest.
create function renumber_subscriber() returns trigger language plpgsql as $$
begin
  if new.created_at <> old.created_at then
    perform from channel where id = new.channel_id for no key update;
    new.position := (select coalesce(max(position), 0) + 1 from channel_subscriber where channel_id = new.channel_id);
  end if;
  return new;
end $$;
create trigger renumber_subscriber before update on channel_subscriber
  for each row execute function renumber_subscriber();

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
-- Triggers of one event run in the order of their names: what is new is counted before what is gone.
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
