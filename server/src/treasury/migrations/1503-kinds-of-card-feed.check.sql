select pg_temp.has('index', 'journal_by_effect journal_by_kind');
do $$ begin
  assert (select pg_get_expr(indpred, indrelid) like '%card.authorised,card.cleared%' from pg_index
    where indexrelid = 'journal_by_kind'::regclass), 'the index by kind has the card feed';
end $$;
