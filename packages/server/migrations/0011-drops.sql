create table campaign (
  id uuid primary key,
  client_id text not null references app on delete cascade,
  category_id text not null references category,
  title text not null,
  external_id text,
  details_url text,
  -- The channels whose lives count; null for all. A purged channel stays in the list, and never counts.
  channel_ids text[] check (cardinality(channel_ids) > 0),
  is_draft boolean not null default false,
  starts_at bigint not null,
  ends_at bigint,
  created_at bigint not null,
  unique (client_id, external_id)
);
create index on campaign (category_id, starts_at);
-- The order of the rewards of a sandbox.
create index on campaign (created_at desc, id);

-- A picture that no reward has is deleted when its application has 100 later ones.
create table reward_picture (
  id uuid primary key,
  client_id text not null references app on delete cascade,
  type text not null check (type in ('image/png', 'image/jpeg')),
  bytes bytea not null,
  created_at bigint not null
);
create index on reward_picture (client_id, created_at);

create table reward (
  id uuid primary key,
  campaign_id uuid not null references campaign on delete cascade,
  name text not null,
  position integer not null,
  watch_minutes integer not null check (watch_minutes >= 0),
  external_id text,
  picture_id uuid references reward_picture,
  -- Deferred, so that rewards can swap their places or external ids in one statement.
  unique (campaign_id, position) deferrable initially deferred,
  unique (campaign_id, external_id) deferrable initially deferred
);

create index on reward (picture_id);

-- client_id and category_id repeat the campaign's, so that every filter of the claim list has an index.
create table claim (
  id uuid primary key,
  reward_id uuid not null references reward on delete cascade,
  campaign_id uuid not null references campaign on delete cascade,
  category_id text not null references category,
  client_id text not null references app on delete cascade,
  channel_id text not null references channel,
  fulfillment_state text not null default 'CLAIMED' check (fulfillment_state in ('CLAIMED', 'FULFILLED')),
  claimed_at bigint not null,
  updated_at bigint not null,
  position bigint generated always as identity,
  unique (reward_id, channel_id)
);
create index on claim (client_id, position);
create index on claim (client_id, position) where fulfillment_state = 'CLAIMED';
create index on claim (client_id, category_id, position);
create index on claim (campaign_id, position);
create index on claim (channel_id, client_id, position);
create index on claim (channel_id, position);

-- Watch time per viewer and campaign. Time before counted_until is already counted.
create table campaign_progress (
  channel_id text not null references channel,
  campaign_id uuid not null references campaign on delete cascade,
  watched_ms bigint not null check (watched_ms >= 0),
  counted_until bigint not null,
  primary key (channel_id, campaign_id)
);
create index on campaign_progress (campaign_id);
