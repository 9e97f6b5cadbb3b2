select pg_temp.has('function', 'open_accounts plan_guard plan_insert plan_move plan_outbox plan_types plan_verdicts
  post_batch');
