-- A hold keeps the subscriptions that a person gave, with the giver whom the deletion of the account removes.
create trigger keep_held after delete on subscription_gift
  referencing old table as deleted for each statement execute function keep_held_rows('channel_id', 'giver_channel_id');
create trigger keep_held_update before update of giver_channel_id on subscription_gift
  for each row when (new.giver_channel_id is null) execute function keep_held_row('channel_id', 'giver_channel_id');
