select pg_temp.has('function', 'subtract_from_load_day');
do $$ begin
  assert exists (select from pg_trigger where tgname = 'load_leaves_its_day'), 'what is undone stays in the sums of its day';
end $$;
