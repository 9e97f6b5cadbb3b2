select pg_temp.has('table', 'monthly_table event event_first event_other');
select pg_temp.has('index', 'event_by_user event_by_company event_by_tx');
select pg_temp.has('unique', 'event_pkey');
select pg_temp.has('wall', 'event event_first event_other');
select pg_temp.has('policy', 'event.tenant event.written');
select pg_temp.has_not('policy', 'event_first.tenant event_first.written event_other.tenant');
select pg_temp.has('history', 'event event_first event_other monthly_table');
select pg_temp.has('function', 'turn_months');
do $$ begin
  assert (select count(*) = 5 and bool_and(c.relrowsecurity) from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'event'::regclass), 'a month of events is missing';
  assert not exists (select from event where tableoid <> 'event_first'::regclass), 'an earlier event is not in event_first';
end $$;
