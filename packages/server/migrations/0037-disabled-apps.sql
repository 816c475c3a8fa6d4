-- Applications that the people who run the site disabled, and why.
alter table app add column disabled_at bigint;
alter table app add column disabled_reason text;
-- The order by name of the list of all applications.
create index on app (lower(name), client_id);
-- The number of applications of an organization.
create index on app (organization_id) where organization_id is not null;

-- Applications that are neither deleted, nor disabled, nor owned by suspended or deleted accounts alone.
create or replace view active_app as
  select app.* from app
  where deleted_at is null
    and disabled_at is null
    and not exists (select from channel where channel.id = app.owner_channel_id and channel.ended_at is not null)
    and (team_id is null or exists (
      select from team_member join channel on channel.id = team_member.channel_id
      where team_member.team_id = app.team_id and role = 'OWNER' and channel.ended_at is null));

-- What people ask to be approved: one organization at a time each. `declined_at` is null while it waits.
create table organization_request (
  id uuid primary key,
  channel_id text not null unique references channel,
  organization_id text not null,
  name text not null,
  note text not null,
  created_at bigint not null,
  declined_at bigint,
  answer text
);
create index on organization_request (created_at, id) where declined_at is null;
