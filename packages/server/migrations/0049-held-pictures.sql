-- While a hold is in force, the pictures of the channel that are replaced or deleted are copied too, as base64. At most 100 of
-- each kind are kept, the first ones: nothing that comes later drives out what was there when the hold was placed.
create function keep_held_picture() returns trigger language plpgsql as $$
begin
  perform lock_against_holds();
  if exists (select from legal_hold where channel_id = old.channel_id)
    and (select count(*) from held_row where channel_id = old.channel_id and kind = tg_table_name) < 100 then
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
