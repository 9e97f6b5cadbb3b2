do $$ begin
  if exists (select from security_event where kind = 'recovery_begun') then
    raise exception 'a start of a recovery has its old name';
  end if;
end $$;
