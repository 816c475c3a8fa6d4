-- Whether the live was private or for adults at some time: its title is told to nobody outside the channel.
alter table live add column was_limited boolean not null default false;
