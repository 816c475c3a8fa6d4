-- A channel is found by its name. Names are short; the hash keeps the index small and is all that equality needs.
create index on channel using hash (name);
