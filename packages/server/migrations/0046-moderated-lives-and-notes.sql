-- Whether the site has set the age limit of the live: its streamer does not take it off.
alter table live add column adult_by_site boolean not null default false;

-- Notes of the people who run the site about a person. They are deleted with the account; a hold copies them first.
create table person_note (
  id uuid primary key,
  channel_id text not null references account on delete cascade,
  -- Null: the account of the author is deleted.
  author_channel_id text references account on delete set null,
  text text not null,
  created_at bigint not null
);
create index on person_note (channel_id, created_at);
create index on person_note (author_channel_id);
create trigger keep_held after delete on person_note
  referencing old table as deleted for each statement execute function keep_held_rows('channel_id');
