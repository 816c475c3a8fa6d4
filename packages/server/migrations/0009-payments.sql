-- Play money. A channel without a row has the initial balance.
create table wallet (
  channel_id text primary key references channel,
  balance bigint not null check (balance >= 0)
);

-- assign_position() numbers the events of a channel from 1, without gaps, in the order in which they become visible.
-- Gateways backfill from the last position they delivered, so they skip no committed event.
create table donation (
  id uuid primary key,
  channel_id text not null references channel,
  donator_channel_id text references channel,
  pay_amount bigint not null,
  -- The event as sent to sessions.
  event json not null,
  created_at bigint not null,
  position bigint not null,
  -- Won of the channel's donations up to this position.
  total bigint not null,
  -- When a moderator hid its text and name.
  hidden_at bigint
);
create index on donation (channel_id, hidden_at) where hidden_at is not null;
create index on donation (channel_id, created_at, position);
create unique index on donation (channel_id, position);
-- For what a person donated to a channel, and for the deletion of an account.
create index on donation (donator_channel_id, channel_id);
create trigger assign_position before insert on donation for each row execute function assign_position();
-- Triggers run in the order of their names, so the position is known and the channel row is locked.
create function assign_total() returns trigger language plpgsql as $$
begin
  new.total = new.pay_amount + coalesce(
    (select total from donation where channel_id = new.channel_id and position = new.position - 1), 0);
  return new;
end $$;
create trigger assign_total before insert on donation for each row execute function assign_total();

create table subscription_event (
  id uuid primary key,
  channel_id text not null references channel,
  -- Null when the subscriber deleted the account.
  subscriber_channel_id text references channel,
  event json not null,
  created_at bigint not null,
  position bigint not null
);
create index on subscription_event (channel_id, created_at, position);
create unique index on subscription_event (channel_id, position);
-- For the deletion of an account.
create index on subscription_event (subscriber_channel_id);
create trigger assign_position before insert on subscription_event for each row execute function assign_position();
