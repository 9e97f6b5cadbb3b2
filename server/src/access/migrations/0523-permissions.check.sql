select pg_temp.has('table', 'role_tag tag_override data_scope listed_company');
select pg_temp.has_not('table', 'provider_reach');
select pg_temp.has('history', 'role_tag');
select pg_temp.has('wall', 'tag_override data_scope listed_company');
select pg_temp.has('policy', 'tag_override.tenant data_scope.tenant listed_company.tenant');
select pg_temp.has('unique', 'tag_override_live');
select pg_temp.has('index', 'tag_override_by_user tag_override_by_company tag_override_by_setter data_scope_by_company');
select pg_temp.has('rule', 'role_tag.role_tag_role_id_check tag_override.tag_override_effect_check
  tag_override.tag_override_end_reason_check tag_override.tag_override_check tag_override.tag_override_check1
  tag_override.tag_override_check2 tag_override.tag_override_company_id_fkey tag_override.tag_override_user_id_fkey
  tag_override.tag_override_set_by_fkey tag_override.tag_override_ended_by_fkey data_scope.data_scope_kind_check
  data_scope.data_scope_check data_scope.data_scope_user_id_fkey data_scope.data_scope_company_id_fkey
  data_scope.data_scope_set_by_fkey listed_company.listed_company_company_id_fkey
  listed_company.listed_company_listed_by_fkey listed_company.listed_company_user_id_fkey');
select pg_temp.has('trigger', 'tag_override.override_is_allowed tag_override.override_only_ends');
select pg_temp.has('function', 'restricted_modules is_restricted holds_tag tag_changes role_sees_company
  companies_of_role rows_stay override_is_allowed override_only_ends find_sessions');
