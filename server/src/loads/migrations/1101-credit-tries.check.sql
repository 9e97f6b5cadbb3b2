select pg_temp.has('column', 'issuer_move.calls issuer_move.purpose');
select pg_temp.has('index', 'issuer_move_by_reference');
select pg_temp.has('unique', 'issuer_move_asks_once issuer_move_part issuer_move_taken_back');
select pg_temp.has('rule', 'issuer_move.issuer_move_purpose_check');
select pg_temp.has_not('rule', 'issuer_move.issuer_move_load_id_part_key issuer_move.issuer_move_reference_key');
do $$ begin
  assert not exists (select from issuer_move where (calls = 0) <> (called_at is null)), 'a call was not counted';
end $$;
