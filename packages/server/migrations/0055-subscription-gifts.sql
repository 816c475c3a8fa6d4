-- Subscriptions that a person gave to others. The page of the giver chooses the id, so that a repeated request gives and costs
-- nothing.
create table subscription_gift (
  id uuid primary key,
  channel_id text not null references channel,
  -- Null when the giver deleted the account.
  giver_channel_id text references channel,
  count integer not null,
  created_at bigint not null
);
create index on subscription_gift (channel_id, created_at);
create index on subscription_gift (giver_channel_id);
-- The gift to which a subscription belongs.
alter table subscription_event add column gift_id uuid;
create index on subscription_event (gift_id) where gift_id is not null;
