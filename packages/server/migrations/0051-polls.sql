-- The poll of a channel's chat. A new one replaces it once it has ended.
create table poll (
  id uuid primary key,
  channel_id text not null unique references channel,
  question text not null,
  options text[] not null,
  -- The number of votes of each option. The rows of votes say who has voted.
  votes integer[] not null,
  created_at bigint not null,
  ends_at bigint not null
);
create table poll_vote (
  poll_id uuid not null references poll on delete cascade,
  voter_channel_id text not null references channel,
  -- The index in `options`.
  option smallint not null,
  primary key (poll_id, voter_channel_id)
);
create index on poll_vote (voter_channel_id);

alter table channel_overlay drop constraint channel_overlay_kind_check;
alter table channel_overlay add constraint channel_overlay_kind_check
  check (kind in ('chat', 'alerts', 'goal', 'events', 'poll'));
-- Alert boxes that exist keep to what they showed before follows could be shown.
update channel_overlay set settings = settings || '{"hasFollows": false}' where kind = 'alerts';
