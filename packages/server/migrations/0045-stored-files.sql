-- The files of recordings and clips in the S3 service; the id is that of the recording or the clip. No foreign key: a row
-- is there before its upload begins, and until its objects are deleted.
create table stored_file (
  id uuid primary key,
  -- Bytes of the file. Null: it is not uploaded.
  bytes bigint,
  -- The process that uploads it, and until when no other one does, nor deletes it.
  uploader uuid not null,
  lease_expires_at_db timestamptz not null
);
