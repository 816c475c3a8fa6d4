-- People who share applications and organizations.
create table team (
  id uuid primary key,
  name text not null,
  created_at bigint not null
);

create table team_member (
  team_id uuid not null references team on delete cascade,
  channel_id text not null references channel,
  role text not null check (role in ('VIEWER', 'DEVELOPER', 'OWNER')),
  created_at bigint not null,
  primary key (team_id, channel_id)
);
create index on team_member (channel_id);

-- Links by which a person joins a team, once. `expires_at` is monotonic time.
create table team_invitation (
  id uuid primary key,
  team_id uuid not null references team on delete cascade,
  role text not null check (role in ('VIEWER', 'DEVELOPER', 'OWNER')),
  token_hash bytea not null unique,
  invited_by text not null references channel,
  created_at bigint not null,
  expires_at bigint not null
);
create index on team_invitation (team_id);
create index on team_invitation (invited_by);

-- An application belongs to a person, to a team, or to the platform.
alter table app add column team_id uuid references team on delete set null;
create index on app (team_id) where team_id is not null;

alter table organization add column team_id uuid references team on delete set null;
create index on organization (team_id) where team_id is not null;

-- Who may use an application on the pages for developers, and as what.
create view app_member as
  select client_id, owner_channel_id as channel_id, 'OWNER' as role from app
  where owner_channel_id is not null
  union all
  select app.client_id, team_member.channel_id, team_member.role from app
  join team_member on team_member.team_id = app.team_id;

-- Applications that are neither deleted nor owned by suspended or deleted accounts alone.
create or replace view active_app as
  select app.* from app
  where deleted_at is null
    and not exists (select from channel where channel.id = app.owner_channel_id and channel.ended_at is not null)
    and (team_id is null or exists (
      select from team_member join channel on channel.id = team_member.channel_id
      where team_member.team_id = app.team_id and role = 'OWNER' and channel.ended_at is null));
