create table wallet (
  channel_id text primary key references channel,
  balance bigint not null check (balance >= 0)
);

create table donation (
  id uuid primary key,
  channel_id text not null references channel,
  donator_channel_id text references channel,
  pay_amount bigint not null,
  -- The event as every session receives it.
  event json not null,
  created_at bigint not null
);
create index on donation (channel_id, created_at);

create table subscription_event (
  id uuid primary key,
  channel_id text not null references channel,
  subscriber_channel_id text not null references channel,
  event json not null,
  created_at bigint not null
);
create index on subscription_event (channel_id, created_at);
