do $$ begin
  assert not exists (select from job where name like 'stepup.%' or name = 'notifications.load.waits_for_float'), 'a job has an old name';
end $$;
