select pg_temp.has('table', 'kyc_attempt kyc_case kyc_document kyc_event kyc_session kyc_step');
select pg_temp.has('index', 'kyc_attempt_by_case kyc_case_by_change kyc_case_by_status kyc_event_by_case');
select pg_temp.has('unique', 'kyc_session_one_at_a_time');
select pg_temp.has('wall', 'kyc_attempt kyc_case kyc_document kyc_event kyc_session kyc_step');
select pg_temp.has('policy', 'kyc_attempt.tenant kyc_case.tenant kyc_document.everything kyc_event.tenant
  kyc_session.tenant kyc_step.tenant');
select pg_temp.has('rule', 'kyc_attempt.kyc_attempt_case_id_fkey kyc_attempt.kyc_attempt_session_id_fkey
  kyc_attempt.kyc_attempt_session_id_provider_attempt_id_key
  kyc_case.kyc_case_attempt_limit_check kyc_case.kyc_case_attempts_used_check
  kyc_case.kyc_case_status_check kyc_case.kyc_case_user_id_key
  kyc_document.kyc_document_case_id_fkey kyc_event.kyc_event_case_id_fkey
  kyc_event.kyc_event_provider_body_digest_key kyc_session.kyc_session_case_id_fkey
  kyc_session.kyc_session_check kyc_session.kyc_session_provider_provider_session_id_key
  kyc_session.kyc_session_state_check kyc_step.kyc_step_attempt_id_fkey
  kyc_step.kyc_step_by_check kyc_step.kyc_step_case_id_fkey
  kyc_step.kyc_step_case_id_seq_key kyc_step.kyc_step_check');
select pg_temp.has('function', 'take_kyc_document');
