-- A block is signed now or earlier: a time that no calendar has stopped every later check of the blocks. Batches stay for
-- an hour, whatever the signer's login asks for, because a poster may still ask for their answer.
do $do$
declare
  code text := pg_get_functiondef('append_block'::regproc);
  start text := $part$begin
  select * into last from block$part$;
begin
  assert strpos(code, start) > 0, 'append_block has another text';
  execute replace(code, start, $part$begin
  if (p_signed_at between timestamptz '1970-01-01 00:00Z' and latest_time()) is not true then
    raise exception 'a block cannot be signed at this time: %', p_signed_at using errcode = 'LG002';
  end if;
  select * into last from block$part$);
end $do$;

create or replace function forget_batches(p_before uuid) returns void language plpgsql security definer
set search_path = public, pg_temp as $$
begin
  delete from ledger_batch where id < p_before and id < first_id(clock_timestamp() - interval '1 hour');
end $$;
