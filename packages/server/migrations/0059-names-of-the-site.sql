-- Since when a channel has its name, in platform time: null since it was created. And the last name that the people who run the
-- site replaced.
alter table channel add column named_at bigint, add column replaced_name text;
update channel set named_at = renamed.at
  from (select channel_id, max(last_at) as at from audit_log where action = 'account.renamed' group by channel_id) as renamed
  where channel.id = renamed.channel_id;
-- Until when the owners of an application keep the name that the people who run the site chose, in platform time.
alter table app add column name_locked_until bigint;
-- The network of an entry of the audit log, which has an IPv4 address, or the four words of a /64 network of IPv6.
create function network_of(prefix text) returns inet language sql immutable strict parallel safe
  return case
    when prefix ~ '^[0-9a-f]+(:[0-9a-f]+){3}$' then (prefix || '::/64')::inet
    when prefix ~ '^[0-9]+(\.[0-9]+){3}$' then prefix::inet
  end;
-- People by the networks from which they signed up or in, in ranges too.
create index on audit_log (network_of(network)) where action in ('account.created', 'account.signed_in');
