-- Repeats point to the notification that was noted with the event, so that each event is found once.
create index on webhook_delivery (again_of) where again_of is not null;
