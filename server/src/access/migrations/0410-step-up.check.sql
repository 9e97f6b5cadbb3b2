select pg_temp.has('table', 'ceremony factor proof_use recovery_code security_choice security_event trusted_device');
select pg_temp.has('column', 'session.enrol_until step_up_grant.ceremony_id');
select pg_temp.has('index', 'ceremony_by_expiry ceremony_by_session factor_by_company proof_use_by_time
  recovery_code_by_user security_event_by_user trusted_device_by_user');
select pg_temp.has('wall', 'ceremony factor proof_use recovery_code security_choice security_event trusted_device');
select pg_temp.has('policy', 'ceremony.tenant factor.tenant proof_use.tenant recovery_code.tenant
  security_choice.tenant security_event.tenant trusted_device.tenant');
select pg_temp.has('rule', 'ceremony.ceremony_check ceremony.ceremony_check1 ceremony.ceremony_company_id_fkey
  ceremony.ceremony_level_check ceremony.ceremony_purpose_check
  ceremony.ceremony_secret_hash_key ceremony.ceremony_session_id_fkey
  ceremony.ceremony_user_id_fkey factor.factor_company_id_fkey factor.factor_method_check
  factor.factor_user_id_fkey factor.factor_user_id_provider_id_key
  recovery_code.recovery_code_company_id_fkey recovery_code.recovery_code_user_id_fkey
  security_choice.security_choice_company_id_fkey
  security_choice.security_choice_lock_after_seconds_check
  security_choice.security_choice_user_id_fkey
  security_event.security_event_company_id_fkey security_event.security_event_user_id_fkey
  step_up_grant.step_up_grant_ceremony_id_key
  trusted_device.trusted_device_company_id_fkey
  trusted_device.trusted_device_secret_hash_key trusted_device.trusted_device_user_id_fkey');
