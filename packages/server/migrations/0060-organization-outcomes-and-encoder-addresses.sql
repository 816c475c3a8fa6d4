-- The answer to what people ask to be approved stays until they ask again, and so does the end of an approval:
-- `declined_at` is when it was decided, `outcome` is `APPROVED`, `DECLINED` or `ENDED` and counts from then on.
alter table organization_request add column outcome text not null default 'DECLINED';

-- Where encoders publish to this process, for studios that another process serves. Null where it listens for none.
alter table running_process add column encoder_url text;
