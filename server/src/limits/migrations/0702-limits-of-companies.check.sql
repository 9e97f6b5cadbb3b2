select pg_temp.has('column', 'payin_limit.changed_at payin_limit.changed_by payin_limit.level payin_limit.owner_id
  payin_limit.reason');
select pg_temp.has('rule', 'payin_limit.payin_limit_of_level payin_limit.payin_limit_platform
  payin_limit.payin_limit_level_check');
select pg_temp.has_not('rule', 'payin_limit.payin_limit_company_id_category_key');
select pg_temp.has('policy', 'payin_limit.platform');
select pg_temp.has('index', 'payin_limit_by_change');
select pg_temp.has('function', 'limit_before set_payin_limit remove_payin_limit');
do $$ begin
  assert not exists (select from payin_limit l, lateral effective_limit(l.company_id, l.category) e
    where l.company_id is null and (e.min_cents, e.max_cents, e.daily_cents)
      is distinct from (l.min_cents, l.max_cents, l.daily_cents)), 'the limits of the platform do not count';
end $$;
