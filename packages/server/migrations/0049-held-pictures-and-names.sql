-- While a hold is in force, the pictures of the channel that are replaced or deleted are copied too, as base64. At most 100 of
-- each kind, or as many as the argument says, are kept, the first ones: nothing that comes later drives out what was there
-- when the hold was placed.
create function keep_held_picture() returns trigger language plpgsql as $$
begin
  perform lock_against_holds();
  if exists (select from legal_hold where channel_id = old.channel_id)
    and (select count(*) from held_row where channel_id = old.channel_id and kind = tg_table_name) < coalesce(tg_argv[0]::int, 100) then
    insert into held_row (channel_id, kind, content)
      values (old.channel_id, tg_table_name, to_jsonb(old) - 'bytes'
        || jsonb_build_object('base64', replace(encode(old.bytes, 'base64'), chr(10), '')));
  end if;
  return case tg_op when 'DELETE' then old else new end;
end $$;

create trigger keep_held before delete on channel_picture for each row execute function keep_held_picture();
create trigger keep_held_update before update on channel_picture
  for each row when (old.id <> new.id) execute function keep_held_picture();
create trigger keep_held before delete on live_thumbnail for each row execute function keep_held_picture();
create trigger keep_held_update before update on live_thumbnail
  for each row when (old.id <> new.id) execute function keep_held_picture();

-- The ways to read the name of a channel that others must not resemble. Null: none are stored for this name; the next check
-- of a name stores them.
alter table channel add column name_spellings text[];
create index on channel using gin (name_spellings) where name_spellings is not null;
create index on channel (id) where verified_mark and name_spellings is null;

create function forget_name_spellings() returns trigger language plpgsql as $$
begin
  new.name_spellings := null;
  return new;
end $$;
create trigger forget_name_spellings before update of name on channel
  for each row when (old.name <> new.name) execute function forget_name_spellings();
