-- A block is signed at an instant.
alter table block rename column sealed_at to signed_at;
drop function append_block(text, bigint, bigint, bigint, bigint, bytea, bytea, bytea, timestamptz, text, bytea);

-- Appends a block to its stream. False when another copy of the server was first.
create function append_block(
  p_stream text, p_height bigint, p_from_tx bigint, p_to_tx bigint, p_leaves bigint, p_root bytea, p_previous bytea,
  p_hash bytea, p_signed_at timestamptz, p_key_id text, p_signature bytea
) returns boolean language plpgsql security definer set search_path = public, pg_temp as $$
declare
  last block;
begin
  if p_to_tx > pg_snapshot_xmin(pg_current_snapshot())::text::bigint then
    raise exception 'a block may not reach into running transactions' using errcode = 'LG002';
  end if;
  select * into last from block where stream = p_stream order by height desc limit 1;
  if p_height <> coalesce(last.height, 0) + 1 or p_from_tx <> coalesce(last.to_tx, 0)
    or p_previous <> coalesce(last.hash, '') then
    return false;
  end if;
  insert into block (stream, height, from_tx, to_tx, leaves, root, previous, hash, signed_at, key_id, signature)
  values (p_stream, p_height, p_from_tx, p_to_tx, p_leaves, p_root, p_previous, p_hash, p_signed_at, p_key_id,
    p_signature)
  on conflict do nothing;
  return found;
end $$;
select callable_by_app(
  'append_block(text, bigint, bigint, bigint, bigint, bytea, bytea, bytea, timestamptz, text, bytea)');
