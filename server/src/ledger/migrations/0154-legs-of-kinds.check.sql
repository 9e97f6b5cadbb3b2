select pg_temp.has('column', 'journal_kind.debits journal_kind.credits journal_kind.one_wallet');
do $$ begin
  assert pg_get_functiondef('post_batch'::regproc) like '%which its kind does not have%', 'post_batch checks no legs';
end $$;
