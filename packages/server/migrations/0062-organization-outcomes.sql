-- The answer to what people ask to be approved stays until they ask again, and so does the end of an approval:
-- `declined_at` is when it was decided, `outcome` is `APPROVED`, `DECLINED` or `ENDED` and counts from then on.
alter table organization_request add column outcome text not null default 'DECLINED';
