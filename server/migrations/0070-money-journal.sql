-- Donations and subscriptions are numbered within their channel, from 1 and without a hole, in the order in which they
-- become visible: who writes one holds the channel until its change ends. Gateways read on from the number that they
-- have told, so nothing that was committed can be passed over. docs/decisions/0070-money-is-numbered.md

alter table donation add column position bigint;
update donation d set position = numbered.position
  from (select id, row_number() over (partition by channel_id order by created_at, id) as position from donation) numbered
  where d.id = numbered.id;
alter table donation alter column position set not null;
create unique index on donation (channel_id, position);

alter table subscription_event add column position bigint;
update subscription_event s set position = numbered.position
  from (select id, row_number() over (partition by channel_id order by created_at, id) as position
          from subscription_event) numbered
  where s.id = numbered.id;
alter table subscription_event alter column position set not null;
create unique index on subscription_event (channel_id, position);

create function number_donation() returns trigger language plpgsql as $$
begin
  perform from channel where id = new.channel_id for no key update;
  new.position := (select coalesce(max(position), 0) + 1 from donation where channel_id = new.channel_id);
  return new;
end $$;
create trigger number_donation before insert on donation for each row execute function number_donation();

create function number_subscription_event() returns trigger language plpgsql as $$
begin
  perform from channel where id = new.channel_id for no key update;
  new.position := (select coalesce(max(position), 0) + 1 from subscription_event where channel_id = new.channel_id);
  return new;
end $$;
create trigger number_subscription_event before insert on subscription_event
  for each row execute function number_subscription_event();
