select pg_temp.has('column', 'share.left_cents');
do $$ begin
  assert not exists (select from share where left_cents is distinct from amount_cents - undone_cents),
    'what is left of a share is another sum';
  assert (select attgenerated from pg_attribute where attrelid = 'share'::regclass and attname = 'left_cents') = 's',
    'somebody may write what is left of a share';
end $$;
