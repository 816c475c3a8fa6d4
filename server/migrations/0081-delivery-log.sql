-- Repeats point to the notification that was noted with the event, so that each event is found once.
create index on webhook_delivery (resend_of) where resend_of is not null;
