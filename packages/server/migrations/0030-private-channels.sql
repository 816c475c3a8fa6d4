-- Who may watch a channel. `watch_version` grows when somebody may no longer: the playback id of the live then changes.
-- The hash of the password is keyed with the installation key.
alter table live_setting
  add column audience text not null default 'EVERYBODY'
    check (audience in ('EVERYBODY', 'UNLISTED', 'PASSWORD', 'FOLLOWERS', 'SUBSCRIBERS', 'LISTED')),
  add column watch_password_hash bytea,
  add column watch_version integer not null default 0;

-- The people who may watch a channel for listed people.
create table listed_watcher (
  channel_id text not null references channel on delete cascade,
  watcher_channel_id text not null references channel on delete cascade,
  created_at bigint not null,
  primary key (channel_id, watcher_channel_id)
);
create index on listed_watcher (watcher_channel_id);

-- The version of the rule that the playback id was made under.
alter table live_video add column watch_version integer not null default 0;
alter table live_video drop column is_limited;

-- The last private rule of the live, under which it stays when the channel becomes public again.
alter table recording add column audience text not null default 'EVERYBODY';
alter table clip add column audience text not null default 'EVERYBODY';
