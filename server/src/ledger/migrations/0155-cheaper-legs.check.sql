do $$ declare
  code text := pg_get_functiondef('post_batch'::regproc);
begin
  assert code like '%old_heads%' and code not like '%before_hash%', 'post_batch stores the head before each leg';
  assert code like '%which its kind does not have%' and code like '%trait & 42%', 'post_batch lost a check of legs';
end $$;
