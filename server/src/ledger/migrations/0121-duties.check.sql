select pg_temp.has('table', 'duty_function');
select pg_temp.has('history', 'duty_function');
select pg_temp.has('rule', 'duty_function.duty_function_duty_check');
select pg_temp.has('function', 'grant_duty_functions only_for');
do $$ begin
  assert not exists (
    select from duty_function d left join pg_proc p on p.proname = d.name
    cross join lateral aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) g
    where p.oid is null or g.grantee <> p.proowner), 'somebody else may call a function of a duty';
  assert not exists (
    select from pg_class c, aclexplode(c.relacl) g where c.oid = 'clock'::regclass and g.grantee <> c.relowner
      and g.privilege_type not in ('SELECT', 'UPDATE')), 'somebody else may replace the clock';
end $$;
