-- The notifications of a claim are looked up beside it.
create index on webhook_delivery (client_id, (event_data::jsonb ->> 'dropsClaimId'));
