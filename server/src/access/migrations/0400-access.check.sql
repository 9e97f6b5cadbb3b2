select pg_temp.has('table', 'session session_token step_up_grant');
select pg_temp.has('index', 'session_by_use session_by_user session_token_by_session step_up_grant_by_expiry');
select pg_temp.has('wall', 'session session_token step_up_grant');
select pg_temp.has('policy', 'session.tenant session_token.tenant step_up_grant.tenant');
select pg_temp.has('rule', 'session.session_check session.session_company_id_fkey session.session_cookie_hash_key
  session.session_user_id_fkey session_token.session_token_session_id_fkey
  step_up_grant.step_up_grant_level_check step_up_grant.step_up_grant_session_id_fkey');
select pg_temp.has('function', 'find_session');
