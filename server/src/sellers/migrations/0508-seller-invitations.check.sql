select pg_temp.has('table', 'seller_invitation');
select pg_temp.has('index', 'seller_invitation_open seller_invitation_by_company seller_invitation_by_seller');
select pg_temp.has('policy', 'seller_invitation.tenant');
select pg_temp.has('function', 'open_seller_invitation accept_seller_invitation');
do $$ begin
  assert not has_function_privilege('public', 'open_seller_invitation(bytea)', 'execute'),
    'everybody may call open_seller_invitation';
  assert not has_function_privilege('public', 'accept_seller_invitation(uuid, timestamptz)', 'execute'),
    'everybody may call accept_seller_invitation';
end $$;
