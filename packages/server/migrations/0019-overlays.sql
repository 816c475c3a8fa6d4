-- The overlays of a channel. One without a row has the default settings and no URL.
create table channel_overlay (
  channel_id text not null references channel,
  kind text not null check (kind in ('chat', 'alerts', 'goal', 'events')),
  settings jsonb not null default '{}' check (octet_length(settings::text) <= 8000),
  goal_since bigint,
  -- The channel's donated won and number of subscriptions when the goal began.
  goal_since_donated bigint not null default 0,
  goal_since_subscriptions bigint not null default 0,
  -- Of the URL. It works while this grant exists, so that withdrawing the consent ends it.
  token_hash bytea unique,
  token_sealed bytea,
  token_created_at bigint,
  client_id text references app on delete set null,
  grant_id uuid,
  primary key (channel_id, kind)
);
create index on channel_overlay (client_id) where client_id is not null;
