-- A hold keeps the pictures of what a live shows, and what a channel uploads: it has up to 58 files, which it can replace often.
create trigger keep_held before delete on live_picture for each row execute function keep_held_picture();
create trigger keep_held_update before update on live_picture
  for each row when (old.version <> new.version) execute function keep_held_picture();
create trigger keep_held before delete on channel_upload for each row execute function keep_held_picture('500');
create trigger keep_held_update before update on channel_upload
  for each row when (old.id <> new.id) execute function keep_held_picture('500');

-- The texts of polls, plans and requests to stream.
create trigger keep_held after delete on poll
  referencing old table as deleted for each statement execute function keep_held_rows('channel_id');
create trigger keep_held after delete on scheduled_live
  referencing old table as deleted for each statement execute function keep_held_rows('channel_id');
create trigger keep_held_update before update of title on scheduled_live
  for each row when (old.title <> new.title) execute function keep_held_row('channel_id');
create trigger keep_held after delete on stream_request
  referencing old table as deleted for each statement execute function keep_held_rows('channel_id');
create trigger keep_held_update before update of text on stream_request
  for each row when ((old.text, old.answer) is distinct from (new.text, new.answer)) execute function keep_held_row('channel_id');
