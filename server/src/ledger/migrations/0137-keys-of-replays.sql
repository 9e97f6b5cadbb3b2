-- Most batches repeat no journal, so post_batch does not look for their keys any more before it writes. A key that is there
-- already fails in `journal_key`, and the poster sends the batch again; a refused plan whose key is there asks for the same.
-- The second try looks the keys up and answers `replayed`. Plans whose outcome is looked up in any case, reversals and legs
-- with rests are looked up at once: what their replay finds depends on the state of the book.
do $do$
declare
  code text := pg_get_functiondef('post_batch'::regproc);
  change text[];
begin
  foreach change slice 1 in array array[
    [$part$  accepted boolean[] := array_fill(true, array[plans]);
$part$, $part$  knows_replays boolean := p_is_retry or p_updates is not null or p_answers is not null or some_rests
    or cardinality(p_reverses) > 0;
  accepted boolean[] := array_fill(true, array[plans]);
$part$],
    ['if p_updates is not null or p_answers is not null or exists (select 1 from journal_key k where k.key = any (key_hashes)) then',
      'if knows_replays then'],
    [$part$  said := said || ']';
$part$, $part$  said := said || ']';
  if said is not null and not knows_replays and exists (
    select from journal_key k where k.key = any (array(
      select key_hashes[g] from generate_series(1, journals) g where not journal_ok[g]))
  ) then
    raise exception 'a refused plan was applied before: its answer needs a look at the keys' using errcode = '40001';
  end if;
$part$]
  ] loop
    assert strpos(code, change[1]) > 0, 'post_batch has another text than ' || change[1];
    code := replace(code, change[1], change[2]);
  end loop;
  execute code;
end $do$;
