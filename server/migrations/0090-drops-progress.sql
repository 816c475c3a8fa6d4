-- Since when a viewer watches without a break, and what; both follow the platform's clock and may be lost with a crash.
alter table live_viewer
  add column category_id text,
  add column last_seen_at bigint,
  add column watched_since bigint;

-- How long someone has watched for a campaign. What lies before counted_until counts no more, so nothing counts twice.
create table campaign_progress (
  channel_id text not null references channel,
  campaign_id uuid not null references campaign on delete cascade,
  watched_ms bigint not null check (watched_ms >= 0),
  counted_until bigint not null,
  primary key (channel_id, campaign_id)
);
create index on campaign_progress (campaign_id);
create index on campaign (category_id, starts_at);
