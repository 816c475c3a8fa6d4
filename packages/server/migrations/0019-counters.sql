-- Uses within time windows, for quotas and limits that several processes share without Redis. A crash of the server empties
-- these tables, as a restart of Redis does.
create unlogged table counter_window (
  kind text not null,
  key text not null,
  count bigint not null,
  ends_at bigint not null,
  primary key (kind, key)
) with (fillfactor = 50);

create index counter_window_order on counter_window (kind, ends_at, key);

-- The number of windows of a kind. A transaction that adds or deletes windows locks its row first.
create unlogged table counter_kind (
  kind text primary key,
  windows bigint not null
);

-- Counts up to `amount` uses, as far as the limit allows. A new window deletes two that have ended, and the oldest of a full kind.
create function count_uses(
  of_kind text, of_key text, at_time bigint, window_ms bigint, use_limit bigint, amount bigint, max_keys bigint,
  out count bigint, out ends_at bigint, out granted bigint
) language plpgsql as $$
declare
  stored counter_window;
  total bigint;
  ended bigint;
  evicted bigint := 0;
begin
  loop
    select * into stored from counter_window w where w.kind = of_kind and w.key = of_key for update;
    if found and at_time < stored.ends_at then
      -- If the clock was moved back, the window ends at most its length from now.
      ends_at := least(stored.ends_at, at_time + window_ms);
      granted := greatest(0, least(amount, use_limit - stored.count));
      count := stored.count + granted;
      if granted > 0 or ends_at < stored.ends_at then
        update counter_window w set count = count_uses.count, ends_at = count_uses.ends_at
        where w.kind = of_kind and w.key = of_key;
      end if;
      return;
    end if;
    granted := greatest(0, least(amount, use_limit));
    count := granted;
    ends_at := at_time + window_ms;
    if stored.key is not null then
      update counter_window w set count = count_uses.count, ends_at = count_uses.ends_at
      where w.kind = of_kind and w.key = of_key;
      return;
    end if;
    if granted = 0 then return; end if;
    insert into counter_kind as k (kind, windows) values (of_kind, 1)
    on conflict (kind) do update set windows = k.windows + 1 returning k.windows into total;
    insert into counter_window (kind, key, count, ends_at) values (of_kind, of_key, count, ends_at) on conflict do nothing;
    exit when found;
    -- Another transaction began the window.
    update counter_kind k set windows = k.windows - 1 where k.kind = of_kind;
  end loop;

  delete from counter_window w where (w.kind, w.key) in (
    select o.kind, o.key from counter_window o where o.kind = of_kind and o.ends_at <= at_time and o.key <> of_key
    order by o.ends_at, o.key limit 2 for update skip locked
  );
  get diagnostics ended = row_count;
  if total - ended > max_keys then
    delete from counter_window w where (w.kind, w.key) in (
      select o.kind, o.key from counter_window o where o.kind = of_kind and o.key <> of_key
      order by o.ends_at, o.key limit least(2, total - ended - max_keys) for update skip locked
    );
    get diagnostics evicted = row_count;
  end if;
  if ended + evicted > 0 then
    update counter_kind k set windows = k.windows - ended - evicted where k.kind = of_kind;
  end if;
end $$;
